// Counts, lists and reports on one page: each tile under the rights of whoever looks, exactly as the screen it shows.
import { createElement } from 'react';
import { DashboardPage } from '#views/pages/dashboard.js';
import type { DashboardTile as ShownTile } from '#views/view-models/dashboard.js';
import { countRecords, listRecords } from '#query-handling/lists/list-records.js';
import { computeReport } from '#query-handling/reports/compute-report.js';
import { deriveReadRights, type ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Screen, Tile } from '#specification/model/specification.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import type { PageContext } from '../requests/request-context.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import { presentList } from './list-page.js';
import { presentReport } from './report-page.js';
import type { DashboardRequest } from '../requests/record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { screenHref } from '../addresses/page-addresses.js';
import { assertCanSeeScreen, canSeeScreen } from '../addresses/visible-screens.js';

const ROWS = 5;
const COLUMNS = 4;
/** Groups of a report: what does not fit there is on its page. */
const GROUPS = 200;
const LINES = 6;

/** Throws `Refused` where the dashboard is for others. */
export async function showDashboard(reading: PageContext, dashboardRequest: DashboardRequest): Promise<void> {
  const { sources, frames, request, response } = reading;
  const { dashboard, specification, published, viewer } = dashboardRequest;
  assertCanSeeScreen(dashboard, specification, viewer, sources.now());
  const tiles = await Promise.all(dashboard.tiles.map((tile) => tileOf(reading, dashboardRequest, tile)));
  const shown = tiles.flatMap((tile) => tile?.tile ?? []);
  const ids = new Set(tiles.flatMap((tile) => tile?.outdated ?? []));
  const outdated = { ids: [...ids], about: 'page' } as const;
  const framing = { title: dashboard.title, application: published, outdated };
  const frame = await layoutWithWarnings(frames, request, framing);
  await sendPage(response, createElement(DashboardPage, { frame, heading: dashboard.title, tiles: shown }));
}

interface TileRequest extends DashboardRequest {
  readonly screen: Screen;
  readonly entity: ReadRights['entity'];
  readonly rights: ReadRights;
  readonly address: ListAddress;
}

/** undefined: the screen is for others, or about what the viewer reads nothing of. */
async function tileOf(
  reading: PageContext,
  dashboardRequest: DashboardRequest,
  tile: Tile,
): Promise<{ readonly tile: ShownTile; readonly outdated: readonly string[] } | undefined> {
  const { specification, viewer, t } = dashboardRequest;
  const screen = specification.screens.find(({ path }) => path === tile.screen);
  const entity = screen && specification.entities[screen.entity];
  if (!screen || !entity || !canSeeScreen(screen, specification, viewer)) return undefined;
  const now = reading.sources.now();
  const rights = deriveReadRights({ specification, entity, viewer, now });
  if (!rights.any) return undefined;
  const { open } = rights;
  const address = readListAddress(new URLSearchParams(), { specification, entity, screen, open, now, t });
  const headed = { title: tile.title ?? screen.title, href: screenHref(specification, screen) };
  const { content, outdated } = await SHOWN[tile.kind](reading, {
    ...dashboardRequest,
    screen,
    entity,
    rights,
    address,
  });
  return { tile: { ...headed, ...content }, outdated };
}

interface TileContent<Kind extends ShownTile['kind']> {
  readonly content: Omit<Extract<ShownTile, { kind: Kind }>, 'title' | 'href'>;
  /** Ids of the records in it that are not up to date. */
  readonly outdated: readonly string[];
}

const SHOWN: {
  readonly [Kind in Tile['kind']]: (
    reading: PageContext,
    tileRequest: TileRequest,
  ) => Promise<TileContent<Kind>>;
} = { count: counted, list: listed, report: reported };

const questionOf = ({ published, entity, viewer, screen: { where } }: TileRequest) => ({
  published,
  entity,
  viewer,
  where,
});

async function counted({ sources }: PageContext, tileRequest: TileRequest): Promise<TileContent<'count'>> {
  const { count, outdated } = await countRecords(sources, questionOf(tileRequest));
  return { content: { kind: 'count', count }, outdated };
}

async function listed({ sources }: PageContext, tileRequest: TileRequest): Promise<TileContent<'list'>> {
  const screen = {
    ...tileRequest.screen,
    columns: tileRequest.screen.columns.slice(0, COLUMNS),
    filters: [],
  };
  const query = { ...tileRequest.address.query, limit: ROWS };
  const page = await listRecords(sources, questionOf(tileRequest), query, new Set(screen.columns));
  const { columns, rows, count, empty } = presentList({
    ...tileRequest,
    screen,
    page,
    facets: new Map(),
    open: tileRequest.rights.open,
    mayOpen: false,
    mayWait: false,
    readsEvery: tileRequest.rights.every,
    now: sources.now(),
  });
  return { content: { kind: 'list', columns, rows, count, empty }, outdated: page.outdated };
}

async function reported({ sources }: PageContext, tileRequest: TileRequest): Promise<TileContent<'report'>> {
  const screen = { ...tileRequest.screen, filters: [] };
  const report = screen.report!;
  const limit = { filters: [], search: '', limit: GROUPS };
  const result = await computeReport(sources, { ...questionOf(tileRequest), report }, limit);
  const { heads, measures, rows, total, charts, notes, count, partly } = presentReport({
    ...tileRequest,
    screen,
    report,
    result,
    facets: new Map(),
    open: tileRequest.rights.open,
    readsEvery: tileRequest.rights.every,
  });
  return {
    content: {
      kind: 'report',
      heads,
      measures,
      total,
      count,
      partly,
      notes,
      rows: rows.slice(0, LINES),
      charts: charts.slice(0, 1).map((chart) => ({ ...chart, small: true })),
    },
    outdated: result.outdated,
  };
}

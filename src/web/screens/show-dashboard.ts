// Each tile is under the viewer's permissions on its screen.
import { DashboardPage } from '#views/pages/dashboard.js';
import type { DashboardTile as ShownTile } from '#views/view-models/dashboard.js';
import { CountRecords, ListRecords } from '#query-handling/lists/list-records.js';
import { ComputeReport } from '#query-handling/reports/compute-report.js';
import { deriveReadRights, type ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Screen, Tile } from '#specification/model/specification.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import type { QueryContext } from '../requests/request-context.js';
import { presentList } from './list-page.js';
import { presentReport } from './report-page.js';
import type { DashboardRequest } from '../requests/record-request.js';
import { screenHref } from '../addresses/page-addresses.js';
import { assertCanSeeScreen, canSeeScreen } from '../addresses/visible-screens.js';
import { page, type Answer } from '../rendering/answers.js';

const ROWS = 5;
const COLUMNS = 4;
/** Groups of a report tile. */
const GROUPS = 200;
const LINES = 6;

/** Throws `Refused` if the viewer lacks the dashboard's roles. */
export async function showDashboard(
  reading: QueryContext,
  dashboardRequest: DashboardRequest,
): Promise<Answer> {
  const { sources } = reading;
  const { dashboard, specification, published, viewer } = dashboardRequest;
  assertCanSeeScreen(dashboard, specification, viewer, sources.now());
  const tiles = await Promise.all(dashboard.tiles.map((tile) => tileOf(reading, dashboardRequest, tile)));
  const shown = tiles.flatMap((tile) => tile?.tile ?? []);
  const ids = new Set(tiles.flatMap((tile) => tile?.outdated ?? []));
  const outdated = { ids: [...ids], about: 'page' } as const;
  const content = { title: dashboard.title, application: published, outdated };
  return page(DashboardPage, { heading: dashboard.title, tiles: shown }, content);
}

interface TileRequest extends DashboardRequest {
  readonly screen: Screen;
  readonly entity: ReadRights['entity'];
  readonly rights: ReadRights;
  readonly address: ListAddress;
}

/** undefined: the viewer may not see the tile's screen or records. */
async function tileOf(
  reading: QueryContext,
  dashboardRequest: DashboardRequest,
  tile: Tile,
): Promise<{ readonly tile: ShownTile; readonly outdated: readonly string[] } | undefined> {
  const { specification, viewer, t } = dashboardRequest;
  const screen = specification.screens.find(({ path }) => path === tile.screen);
  const entity = screen && specification.entities[screen.entity];
  if (!screen || !entity || !canSeeScreen(screen, specification, viewer)) return undefined;
  const now = reading.sources.now();
  const rights = deriveReadRights({ specification, entity, viewer, now });
  if (!rights.canReadSome) return undefined;
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
  /** Ids of outdated records. */
  readonly outdated: readonly string[];
}

const SHOWN: {
  readonly [Kind in Tile['kind']]: (
    reading: QueryContext,
    tileRequest: TileRequest,
  ) => Promise<TileContent<Kind>>;
} = { count: counted, list: listed, report: reported };

const questionOf = ({ published, entity, viewer, screen: { where } }: TileRequest) => ({
  published,
  entity,
  viewer,
  where,
});

async function counted({ queries }: QueryContext, tileRequest: TileRequest): Promise<TileContent<'count'>> {
  const { count, outdated } = await queries.execute(new CountRecords(questionOf(tileRequest)));
  return { content: { kind: 'count', count }, outdated };
}

async function listed(
  { queries, sources }: QueryContext,
  tileRequest: TileRequest,
): Promise<TileContent<'list'>> {
  const screen = {
    ...tileRequest.screen,
    columns: tileRequest.screen.columns.slice(0, COLUMNS),
    filters: [],
  };
  const query = { ...tileRequest.address.query, limit: ROWS };
  const records = await queries.execute(
    new ListRecords(questionOf(tileRequest), query, new Set(screen.columns)),
  );
  const { columns, rows, count, empty } = presentList({
    ...tileRequest,
    screen,
    page: records,
    limit: ROWS,
    facets: new Map(),
    open: tileRequest.rights.open,
    mayShow: tileRequest.rights.mayShow,
    mayOpen: false,
    actor: tileRequest.rights.actor,
    mayWait: false,
    readsEvery: tileRequest.rights.canReadAll,
    isColumnChoiceOpen: false,
    now: sources.now(),
  });
  return { content: { kind: 'list', columns, rows, count, empty }, outdated: records.outdated };
}

async function reported({ queries }: QueryContext, tileRequest: TileRequest): Promise<TileContent<'report'>> {
  const screen = { ...tileRequest.screen, filters: [] };
  const report = screen.report!;
  const limit = { filters: [], search: '', limit: GROUPS };
  const result = await queries.execute(new ComputeReport({ ...questionOf(tileRequest), report }, limit));
  const { heads, measures, rows, total, charts, notes, count, partly } = presentReport({
    ...tileRequest,
    screen,
    report,
    result,
    facets: new Map(),
    open: tileRequest.rights.open,
    readsEvery: tileRequest.rights.canReadAll,
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

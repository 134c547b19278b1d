import { ListPage } from '#views/pages/list.js';
import { canOpen } from '#domain/permissions.js';
import { canWaitFor } from '#query-handling/approvals/awaited-actions.js';
import { ExportRecords } from '#query-handling/lists/export-records.js';
import { ListFacets } from '#query-handling/lists/facets.js';
import { ListRecords } from '#query-handling/lists/list-records.js';
import type { IncompletelySearchedTerm } from '#query-handling/filters/search-plan.js';
import type { RecordRequest } from '../requests/record-request.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { findScreenHelp } from '../display/find-screen-help.js';
import { presentList } from './list-page.js';
import { addStateSinceColumn } from './list-columns.js';
import { listSummedColumns } from './list-sums.js';
import { readListRequest } from './list-request.js';
import { liveListHref } from './live-screen-href.js';
import { presentSavedViews } from './saved-list-views.js';
import { ListSavedViews } from '#query-handling/saved-views/list-saved-views.js';
import {
  COLUMNS_PANEL,
  COLUMNS_PARAMETER,
  OPEN_PANEL_PARAMETER,
  OPEN_VIEW_PARAMETER,
} from '#views/addresses.js';
import { sendCsv } from './csv-export.js';
import { readCsvFlavour } from './csv-flavour.js';
import { endWhenPermissionsChange } from './end-when-permissions-change.js';
import { setOutdatedHeader } from '../json/outdated-header.js';
import type { PageContext } from '../requests/request-context.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { createLastListCookies } from './last-list.js';
import { requireVisibleScreen } from './require-visible-screen.js';
import type { Translate } from '#views/messages/translate.js';
import { page, streamed, type Answer } from '../rendering/answers.js';

const ROWS = 50;

/** Throws `Refused` if the viewer may read no records of the entity, or for an invalid address. */
export async function showList(reading: PageContext, recordRequest: RecordRequest): Promise<Answer> {
  const { queries, sources, request } = reading;
  const { published, specification, entity, viewer, locale, timeZone, t } = recordRequest;
  const { screen, address, rights } = addressOf(reading, recordRequest);
  const now = sources.now();
  const { waitsForViewer } = address;
  const written = { locale, timeZone };
  const on = { published, entity, viewer, where: screen.where, waitsForViewer, written };
  const sumOf = listSummedColumns(screen, rights);
  const list = { application: specification.key, screen: screen.path };
  const [records, facets, views] = await Promise.all([
    queries.execute(new ListRecords(on, { ...address.query, sumOf, limit: ROWS }, new Set(screen.columns))),
    queries.execute(new ListFacets(on, { columns: screen.filters, ...address })),
    queries.execute(new ListSavedViews(list, viewer)),
  ]);
  const board = specification.screens.find(
    (each) =>
      each.kind === 'board' && each.entity === entity.key && canSeeScreen(each, specification, viewer),
  );
  const opens = canOpen(entity, rights.actor);
  const help = findScreenHelp(specification, viewer);
  const shown = presentList({
    specification,
    entity,
    screen: address.values.has(COLUMNS_PARAMETER) ? screen : addStateSinceColumn(screen, entity),
    address,
    page: records,
    limit: ROWS,
    facets,
    open: rights.open,
    mayShow: rights.mayShow,
    mayOpen: opens,
    actor: rights.actor,
    mayWait: canWaitFor(entity, rights.actor),
    readsEvery: rights.canReadAll,
    isColumnChoiceOpen: request.query.get(OPEN_PANEL_PARAMETER) === COLUMNS_PANEL,
    board,
    now,
    t,
    locale,
  });
  const about = { specification, entity, viewer, screen: requireVisibleScreen(recordRequest, now), now, t };
  const shownViews = presentSavedViews(
    views,
    address,
    about,
    request.query.get(OPEN_VIEW_PARAMETER) ?? undefined,
  );
  const outdated = { ids: records.outdated, about: 'page' } as const;
  const warnings = [...address.ignored, ...records.incomplete.map((term) => describeIncompleteTerm(term, t))];
  const content = { title: screen.title, application: published, outdated, warnings };
  const live = liveListHref(address, about);
  return page(ListPage, { help, live, ...shown, ...shownViews }, content, {
    cookies: createLastListCookies(request, viewer),
  });
}

export const describeIncompleteTerm = ({ text, among }: IncompletelySearchedTerm, t: Translate): string =>
  t('search.tooMany', { text: text.slice(0, 60), among });

/** Refuses unknown parameters, since an export cannot carry warnings. */
export async function exportList(reading: PageContext, recordRequest: RecordRequest): Promise<Answer> {
  const { queries, request } = reading;
  const { published, specification, entity, viewer, locale, timeZone } = recordRequest;
  const { screen, address } = addressOf(reading, recordRequest);
  if (address.ignored.length > 0)
    throw createBuiltInRefusal('BAD_REQUEST', { why: address.ignored.join(' ') });
  const { waitsForViewer } = address;
  const written = { locale, timeZone };
  const on = { published, entity, viewer, where: screen.where, waitsForViewer, written };
  const { pages: all, outdated } = await queries.execute(
    new ExportRecords(on, address.query, new Set(screen.columns)),
  );
  const pages = endWhenPermissionsChange(all, viewer, () => request.findCurrentViewer());
  const name = `${specification.key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}`;
  const flavour = readCsvFlavour(request.query, specification);
  const content = { specification, entity, screen, pages, name, flavour, t: recordRequest.t };
  return streamed(async (response) => {
    setOutdatedHeader(response, outdated);
    await sendCsv(response, content);
  });
}

function addressOf({ sources, request }: PageContext, recordRequest: RecordRequest) {
  const now = sources.now();
  const screen = requireVisibleScreen(recordRequest, now);
  return readListRequest(request.query, { ...recordRequest, screen, now });
}

import { BoardPage } from '#views/pages/board.js';
import { canOpen, toActor } from '#domain/permissions.js';
import { ListBoardRecords } from '#query-handling/lists/board-records.js';
import type { RecordRequest } from '../requests/record-request.js';
import { findScreenHelp } from '../display/find-screen-help.js';
import { ListFacets } from '#query-handling/lists/facets.js';
import { readListRequest } from './list-request.js';
import { presentBoard } from './board-page.js';
import { liveScreenHref } from './live-screen-href.js';
import type { PageContext } from '../requests/request-context.js';
import { createLastListCookies } from './last-list.js';
import { requireVisibleScreen } from './require-visible-screen.js';
import type { PageContent } from '../layout/page-layout.js';
import { page, type Answer } from '../rendering/answers.js';

const CARDS = 25;

/** Throws `Refused` if the viewer may read no records of the entity. */
export async function showBoard(
  { queries, sources, request }: PageContext,
  recordRequest: RecordRequest,
  noticeDetails: PageContent['noticeDetails'],
): Promise<Answer> {
  const { published, specification, entity, viewer } = recordRequest;
  const screen = requireVisibleScreen(recordRequest, sources.now());
  const { locale, timeZone, t } = recordRequest;
  const now = sources.now();
  const parameters = request.query;
  const { address, rights } = readListRequest(parameters, { ...recordRequest, screen, now });
  const on = { published, entity, viewer, where: screen.where, written: { locale, timeZone } };
  const [board, facets] = await Promise.all([
    queries.execute(new ListBoardRecords(on, new Set(screen.card), CARDS, address.query)),
    queries.execute(new ListFacets(on, { columns: screen.filters, ...address })),
  ]);
  const opens = canOpen(entity, toActor(specification, viewer));
  const outdated = { ids: board.outdated, about: 'page' } as const;
  const help = findScreenHelp(specification, viewer);
  const shown = presentBoard({
    specification,
    entity,
    screen,
    board,
    mayOpen: opens,
    actor: rights.actor,
    open: rights.open,
    address,
    facets,
    locale,
    now,
    t,
  });
  const warnings = address.ignored;
  const content = { title: screen.title, application: published, outdated, warnings, noticeDetails };
  const live = liveScreenHref(address.values, { specification, screen, now });
  return page(BoardPage, { help, ...shown, live }, content, {
    cookies: createLastListCookies(request, viewer),
  });
}

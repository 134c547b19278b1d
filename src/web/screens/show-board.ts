// Records by state as a page.
import { createElement } from 'react';
import { BoardPage } from '#views/pages/board.js';
import { canOpen, toActor } from '#domain/permissions.js';
import { listBoardRecords } from '#query-handling/lists/board-records.js';
import type { RecordRequest } from '../requests/record-request.js';
import { screenHelp } from '../display/specification-prose.js';
import { presentBoard } from './board-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import type { PageContext } from '../requests/request-context.js';
import { rememberList } from './last-list.js';
import { requestedScreen } from './requested-screen.js';

const CARDS = 25;

/** Throws `Refused` where the viewer reads no such records. */
export async function showBoard(
  { sources, frames, request, response }: PageContext,
  recordRequest: RecordRequest,
): Promise<void> {
  const { published, specification, entity, viewer } = recordRequest;
  const screen = requestedScreen(recordRequest, sources.now());
  const on = { published, entity, viewer, where: screen.where };
  const board = await listBoardRecords(sources, on, new Set(screen.card), CARDS);
  const opens = canOpen(entity, toActor(specification, viewer));
  const outdated = { ids: board.outdated, about: 'page' } as const;
  const framing = { title: screen.title, application: published, outdated };
  const frame = await layoutWithWarnings(frames, request, framing);
  const help = screenHelp(specification, viewer);
  const shown = presentBoard({
    specification,
    entity,
    screen,
    board,
    mayOpen: opens,
    now: sources.now(),
    t: recordRequest.t,
  });
  rememberList(request, response, viewer);
  await sendPage(response, createElement(BoardPage, { frame, help, ...shown }));
}

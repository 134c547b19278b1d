// Records by state as a page; and the page of a screen that this version declares but does not run yet.
import { createElement } from 'react';
import { BoardPage } from '#views/pages/board.js';
import { ErrorPage } from '#views/pages/error.js';
import { mayOpen } from '#domain/permissions.js';
import { actorIn } from '#domain/actor.js';
import { boardRecords } from '#query-handling/records/board-records.js';
import type { RecordRequest } from '../record-request.js';
import { presentBoard } from '../present/board-page.js';
import { listHref, specificationHref } from '../routes.js';
import { sendPage } from '../rendering/send-page.js';
import { frameOf } from '../page-frame.js';
import type { Reading } from '../exchange.js';
import { screenOf } from './screen-of.js';

const CARDS = 25;

/** Throws `Refused` where the viewer reads no such records. */
export async function showBoard(
  { sources, frames, request, response }: Reading,
  asked: RecordRequest,
): Promise<void> {
  const { published, specification, entity, viewer } = asked;
  const screen = screenOf(asked, sources.now());
  const on = { published, entity, viewer, where: screen.where };
  const board = await boardRecords(sources, on, new Set(screen.card), CARDS);
  const opens = mayOpen(entity, actorIn(specification, viewer));
  const frame = await frameOf(frames, request, { title: screen.title, application: published });
  const shown = presentBoard({ specification, entity, screen, board, mayOpen: opens });
  await sendPage(response, createElement(BoardPage, { frame, ...shown }));
}

/** Reports are declared, checked and kept; they run in a later version. */
export async function showReport(
  { sources, frames, request, response }: Reading,
  asked: RecordRequest,
): Promise<void> {
  const { published, specification, entity } = asked;
  const screen = screenOf(asked, sources.now());
  const { key } = specification;
  const { place } = screen;
  const frame = await frameOf(frames, request, { title: screen.title, application: published });
  const page = createElement(ErrorPage, {
    frame,
    status: 501,
    heading: screen.title,
    refusals: [
      {
        code: 'RUNS_LATER',
        message: 'This report is declared in the specification, and runs in a later version of Daybook.',
        remedy: 'The records it is about are in the list, and can be exported from there.',
        fields: [],
        ...(place && {
          source: {
            section: place.section,
            line: place.line,
            href: specificationHref(key, { line: place.line }),
          },
        }),
      },
    ],
    links: [{ href: listHref(specification, entity.key), title: entity.plural }],
  });
  await sendPage(response, page, 501);
}

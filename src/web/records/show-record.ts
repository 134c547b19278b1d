// A record as a page, and the connection that tells the page about changes.
import { createElement } from 'react';
import { RecordPage } from '#views/pages/record.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { Refused } from '#domain/refusal.js';
import { findOutdatedRecords } from '#query-handling/records/outdated-records.js';
import { viewRecord, type RecordView } from '#query-handling/record-details/view-record.js';
import { findNextWaiting } from '#query-handling/waiting/waiting-records.js';
import { findRecordById } from '#query-handling/records/records-view.js';
import type { PageContext } from '../requests/request-context.js';
import { type RecordRequest, authorizeApplication } from '../requests/record-request.js';
import {
  AFTER_ACTION,
  COMMENTS,
  FILES,
  HISTORY_PART,
  readQuery,
  recordHref,
  screenOfKind,
  WHOLE_EVENT,
  wholeEventHref,
} from '../addresses/page-addresses.js';
import { fieldsToChange } from './forms/offered-form.js';
import { actionNotice, nextLink, undoLink } from './approvals/after-action.js';
import { presentRecord } from './record-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import { describeEvents, describeReason, timelineContext } from '../timeline/timeline-item.js';
import { lastList } from '../screens/last-list.js';
import type { RecordContext } from './record-context.js';

/** A record as a page. Throws `Refused` NOT_PERMITTED, NOT_FOUND. */
export async function showRecord(
  { sources, frames, request, response }: PageContext,
  recordRequest: RecordRequest,
): Promise<void> {
  const { published, specification, entity, viewer, route } = recordRequest;
  const query = readQuery(request);
  const history = query.get('history') || undefined;
  const asked = query.get(HISTORY_PART);
  const only = asked === COMMENTS || asked === FILES ? asked : undefined;
  const onlyComments = only === COMMENTS;
  const view = await viewRecord(sources, { published, entity, viewer }, route.id!, { history, onlyComments });
  const context = timelineContext(viewer, {
    names: view.eventNames,
    published: new Map([[specification.key, published]]),
    subjects: false,
    t: recordRequest.t,
  });
  const whole = (position: number) =>
    wholeEventHref(recordHref(specification, entity.key, view.seen.id), position, history);
  const position = Number(query.get(WHOLE_EVENT) ?? NaN);
  const events = describeEvents(view.events, context, { href: whole, position });
  const title = view.seen.number ?? (view.seen.title || entity.title);
  const of = { application: specification.key, entity: entity.key };
  const outdated = { ids: await findOutdatedRecords(sources, of, [route.id!]), about: 'record' } as const;
  const frame = await layoutWithWarnings(frames, request, { title, application: published, outdated });
  const formScreen = screenOfKind(specification, entity.key, 'form');
  const formFields = fieldsToChange(entity, formScreen, view.seen);
  const shown = presentRecord({
    specification,
    entity,
    screen: route.screen,
    formFields,
    view,
    history: events,
    only,
    now: sources.now(),
    t: recordRequest.t,
  });
  const list = lastList(request, recordRequest) ?? shown.list;
  const after = frame.notice === undefined ? null : query.get(AFTER_ACTION);
  const notice =
    after === null
      ? undefined
      : actionNotice({ specification, entity, view, action: after, t: recordRequest.t });
  const noticeLinks = await linksAfterAction(sources, recordRequest, view, after);
  await sendPage(
    response,
    createElement(RecordPage, {
      frame: { ...frame, ...(notice !== undefined && { notice }), noticeLinks },
      ...shown,
      ...(view.explained && {
        explained: describeReason(view.explained, { viewer, published, t: recordRequest.t }),
      }),
      list,
    }),
  );
}

/** `action`: key of the one that was just taken; null: none. */
async function linksAfterAction(
  sources: PageContext['sources'],
  { specification, entity, viewer, t }: RecordRequest,
  view: RecordView,
  action: string | null,
) {
  if (action === null) return [];
  const undo = undoLink({ specification, entity, view, viewer: viewer.id, action, t });
  const next = await findNextWaiting(sources, viewer, { application: specification.key, id: view.seen.id });
  return [...(undo ? [undo] : []), ...(next ? [nextLink(next, t)] : [])];
}

/**
 * The connection that tells a record's page about changes. Throws as the page does: whoever may not see a record does not learn when it
 * changes, nor goes on learning it.
 */
export async function watchRecord(
  { sources, live, request, response }: RecordContext,
  recordRequest: RecordRequest,
): Promise<void> {
  const { published, specification, entity, viewer, route } = recordRequest;
  const { seen } = await findRecordById(sources, { published, entity, viewer }, route.id!);
  const of = { application: specification.key, entity: entity.key };
  const still = async () => {
    const now = request.signedInStill ? await request.signedInStill() : viewer;
    const current = now && (await authorizeApplication(sources.specifications, specification.key, now));
    const declared = current && entityOf(current, entity.key);
    if (!declared) return false;
    return findRecordById(sources, { published: current, entity: declared, viewer: now }, seen.id).then(
      () => true,
      orGone,
    );
  };
  live.watch(response, viewer.id, { of, id: seen.id, version: seen.version, still });
}

const entityOf = ({ specification: { entities } }: PublishedVersion, key: string) =>
  Object.hasOwn(entities, key) ? entities[key] : undefined;

function orGone(error: unknown): boolean {
  if (error instanceof Refused) return false;
  throw error;
}

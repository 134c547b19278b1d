import type { QueryBus } from '@nestjs/cqrs';
import { RecordPage } from '#views/pages/record.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { Refused } from '#domain/refusal.js';
import { FindRecordsFailedToProject } from '#query-handling/records/records-failed-to-project.js';
import { ViewRecord, type RecordView } from '#query-handling/record-details/view-record.js';
import { FindNextWaiting } from '#query-handling/waiting/waiting-records.js';
import { FindRecord } from '#query-handling/records/records-view.js';
import type { PageContext } from '../requests/request-context.js';
import { type RecordRequest, authorizeApplication } from '../requests/record-request.js';
import {
  AFTER_ACTION_PARAMETER,
  COMMENTS_PART,
  FILES_PART,
  HISTORY_FIELD_PARAMETER,
  HISTORY_PART_PARAMETER,
  type HistoryPart,
  recordHref,
  WHOLE_EVENT_PARAMETER,
  wholeEventHref,
} from '../addresses/page-addresses.js';
import { findScreenOfKind } from '../addresses/entity-screens.js';
import { fieldsToChange } from './forms/build-record-forms.js';
import { actionNotice, nextLink, undoLink } from './approvals/after-action.js';
import { presentRecord } from './record-page.js';
import { presentActionWithReason, presentHistory } from '../timeline/timeline-item.js';
import { readMomentText, toLocalMinute } from '../addresses/record-moment.js';
import { showPastRecord } from './show-past-record.js';
import { findLastList } from '../screens/last-list.js';
import type { RouteHandlerContext } from './route-handler-context.js';
import { page, streamed, type Answer } from '../rendering/answers.js';
import type { NoticeDetails } from '../layout/page-layout.js';

/** Throws `Refused` NOT_PERMITTED, NOT_FOUND. */
export async function showRecord(context: PageContext, recordRequest: RecordRequest): Promise<Answer> {
  const at = readMomentText(context.request.query);
  return at ? showPastRecord(context, recordRequest, at) : showRecordOfToday(context, recordRequest);
}

async function showRecordOfToday(
  { queries, sources, request }: PageContext,
  recordRequest: RecordRequest,
): Promise<Answer> {
  const { published, specification, entity, viewer, route } = recordRequest;
  const { query } = request;
  const history = query.get('history') || undefined;
  const only = requestedPart(query);
  const view = await queries.execute(
    new ViewRecord({ published, entity, viewer }, route.id!, {
      history,
      onlyComments: only === COMMENTS_PART,
      field: query.get(HISTORY_FIELD_PARAMETER) ?? undefined,
    }),
  );
  const whole = (position: number) =>
    wholeEventHref(recordHref(specification, entity.key, view.visible.id), position, history);
  const position = Number(query.get(WHOLE_EVENT_PARAMETER) ?? NaN);
  const events = presentHistory(
    viewer,
    {
      events: view.events,
      names: view.eventNames,
      published: new Map([[specification.key, published]]),
      t: recordRequest.t,
    },
    { href: whole, position },
  );
  const title = view.visible.number ?? (view.visible.title || entity.title);
  const of = { application: specification.key, entity: entity.key };
  const outdated = {
    ids: await queries.execute(new FindRecordsFailedToProject(of, [route.id!])),
    about: 'record',
  } as const;
  const formScreen = findScreenOfKind(specification, entity.key, 'form');
  const formFields = fieldsToChange(entity, formScreen, view.visible);
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
  const list = findLastList(request, recordRequest) ?? shown.list;
  return page(
    RecordPage,
    {
      ...shown,
      ...(view.explained && {
        explained: presentActionWithReason(view.explained, { viewer, published, t: recordRequest.t }),
      }),
      list,
      choose: {
        action: recordHref(specification, entity.key, view.visible.id),
        day: toLocalMinute(sources.now(), recordRequest.timeZone).day,
      },
    },
    {
      title,
      application: published,
      outdated,
      noticeDetails: async () =>
        detailsAfterAction(queries, recordRequest, { view, action: query.get(AFTER_ACTION_PARAMETER) }),
    },
  );
}

function requestedPart(query: URLSearchParams): HistoryPart | undefined {
  const part = query.get(HISTORY_PART_PARAMETER);
  return part === COMMENTS_PART || part === FILES_PART ? part : undefined;
}

/** `action`: the one just taken. */
async function detailsAfterAction(
  queries: QueryBus,
  { specification, entity, viewer, t }: RecordRequest,
  { view, action }: { readonly view: RecordView; readonly action: string | null },
): Promise<NoticeDetails> {
  if (action === null) return {};
  const notice = actionNotice({ specification, entity, view, action, t });
  const undo = undoLink({ specification, entity, view, viewer: viewer.id, action, t });
  const next = await queries.execute(
    new FindNextWaiting(viewer, { application: specification.key, id: view.visible.id }),
  );
  return {
    ...(notice !== undefined && { notice }),
    noticeLinks: [...(undo ? [undo] : []), ...(next ? [nextLink(next, t)] : [])],
  };
}

/** Server-sent events. Throws as the page, and ends when the viewer may no longer read the record. */
export async function watchRecord(
  { queries, sources, live, request }: RouteHandlerContext,
  recordRequest: RecordRequest,
): Promise<Answer> {
  const { published, specification, entity, viewer, route } = recordRequest;
  const { visible } = await queries.execute(new FindRecord({ published, entity, viewer }, route.id!));
  const of = { application: specification.key, entity: entity.key };
  const still = async () => {
    const now = await request.findCurrentViewer();
    const current = now && (await authorizeApplication(sources.specifications, specification.key, now));
    const declared = current && entityOf(current, entity.key);
    if (!declared) return false;
    return queries
      .execute(new FindRecord({ published: current, entity: declared, viewer: now }, visible.id))
      .then(() => true, orGone);
  };
  const watched = { of, id: visible.id, version: visible.version, still };
  return streamed((response) => live.watch(response, viewer.id, watched));
}

const entityOf = ({ specification: { entities } }: PublishedVersion, key: string) =>
  Object.hasOwn(entities, key) ? entities[key] : undefined;

function orGone(error: unknown): boolean {
  if (error instanceof Refused) return false;
  throw error;
}

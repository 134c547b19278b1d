import { filterVotes } from '#domain/record/approvals/approval-round.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { hasState } from '#specification/model/allowed-transitions.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { PastRecord, PastRecordView } from '#query-handling/record-details/view-past-record.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { Translate } from '#views/messages/translate.js';
import type { PastRecordPage } from '#views/view-models/past-record.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import {
  listHref,
  pastRecordHref,
  recordHref,
  specificationChangesHref,
  specificationHref,
} from '../addresses/page-addresses.js';
import { MOMENT_PARAMETER, toLocalMinute, type RequestedMoment } from '../addresses/record-moment.js';
import { presentVote } from './approvals/approval-rounds.js';
import { displayHiddenValue, displayValue } from '../display/display-value.js';
import { displayLastChangerName, displayPersonName } from '../display/person-names.js';
import { isEmpty } from '../display/record-fields.js';
import type { RecordRequest } from '../requests/record-request.js';

interface PastRecordSource {
  readonly view: PastRecordView;
  readonly requested: RequestedMoment;
  /** `at` as in the address. */
  readonly text: string;
  readonly history: readonly TimelineItem[];
  /** ISO 8601. */
  readonly now: string;
}

export function presentPastRecord(
  recordRequest: RecordRequest,
  { view, requested, text, history, now }: PastRecordSource,
): Omit<PastRecordPage, 'frame'> {
  const { specification, entity, timeZone } = recordRequest;
  const { today, past, names, historyMore, later, events } = view;
  const { day, instant } = requested;
  const record = recordHref(specification, entity.key, today.id);
  const last = 'position' in requested.moment ? (events[0]?.at ?? today.openedAt) : undefined;
  const [, before] = events;
  const { number, title } = past ?? today;
  return {
    entity: past?.words.entity()?.title ?? entity.title,
    number,
    title,
    list: { href: listHref(specification, entity.key), title: entity.plural },
    today: record,
    moment: { day, instant, event: last },
    choose: { action: record, ...chosenMoment(requested, last ?? now, timeZone) },
    ...(past && { past: presentPast(recordRequest, past, names) }),
    openedAt: today.openedAt,
    history,
    ...(historyMore !== undefined && {
      historyMore: `${record}?${new URLSearchParams({ [MOMENT_PARAMETER]: text, history: historyMore }).toString()}#history`,
    }),
    ...waysFrom(record, before?.position, later),
  };
}

const chosenMoment = ({ day, instant }: RequestedMoment, otherwise: string, timeZone: string) =>
  day === undefined ? toLocalMinute(instant ?? otherwise, timeZone) : { day };

const waysFrom = (record: string, earlier: number | undefined, later: number | undefined) => ({
  ...(earlier !== undefined && { earlier: pastRecordHref(record, earlier) }),
  ...(later !== undefined && { later: pastRecordHref(record, later) }),
});

function presentPast(
  { specification, published, entity, t }: RecordRequest,
  past: PastRecord,
  names: ReferenceNames,
): NonNullable<PastRecordPage['past']> {
  const { key } = specification;
  const { lifecycle } = entity;
  const shown = past.fields.map((each) => showPastField(each, { specification, names, t }));
  const version = past.specification;
  const changes =
    version < published.version
      ? specificationChangesHref(key, { from: version, to: published.version })
      : undefined;
  return {
    state: {
      ...past.words.state(past.state),
      tone: hasState(lifecycle, past.state)
        ? getLifecyclePresentation(entity).stateTone(past.state)
        : 'active',
      since: past.stateSince,
    },
    fields: shown.filter((each) => !isEmpty(each)),
    emptyFields: shown.filter(isEmpty),
    ...(past.assignee !== null && { assignee: displayPersonName(names, past.assignee, t) }),
    rounds: past.rounds.map(({ action, needed, votes }) => ({
      action,
      needed,
      approved: filterVotes(votes, 'yes').map((vote) => presentVote(names, vote, t)),
      refused: filterVotes(votes, 'no').map((vote) => presentVote(names, vote, t)),
    })),
    opened: { by: displayPersonName(names, past.openedBy, t), at: past.openedAt },
    changed: { by: displayLastChangerName(names, past, t), at: past.changedAt },
    specification: {
      version,
      href: specificationHref(key, { version }),
      ...(changes !== undefined && { changes }),
    },
  };
}

function showPastField(
  { field, value }: PastRecord['fields'][number],
  {
    specification,
    names,
    t,
  }: Pick<RecordRequest, 'specification'> & { readonly names: ReferenceNames; readonly t: Translate },
): DisplayValue {
  const display = { application: specification.key, names, t };
  const hrefOf = ({ entity, id }: { readonly entity: string; readonly id: string }) =>
    Object.hasOwn(specification.entities, entity) ? recordHref(specification, entity, id) : undefined;
  const shown = isHidden(value)
    ? displayHiddenValue(field)
    : displayValue(field, value, { ...display, recordHref: hrefOf });
  return field.titleNow === undefined ? shown : { ...shown, titleNow: field.titleNow };
}

// Query: everything a record's page shows: the record, what may be done with it, what happened.
import { timelineIn } from '#projections/timeline/timeline-read-model.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { assignReasons, commentReasons, editReasons, offers, type Offer } from '#domain/record/offers.js';
import type { Reason } from '#domain/refusal.js';
import { RecordRef } from '#domain/streams.js';
import { Mentions, namesOf } from '../mentions.js';
import type { Sources } from '../ports.js';
import type { Names, SeenEvent, SeenRecord } from '../seen.js';
import { historyOfRecord } from '../timeline/history-of.js';
import type { RecordsQuestion } from './looking-at.js';
import { recordById } from './record-by-id.js';

export interface RecordView {
  readonly seen: SeenRecord;
  readonly names: Names;
  readonly offers: readonly Offer[];
  /** Why its fields cannot be changed; empty: they can. */
  readonly edit: readonly Reason[];
  readonly mayComment: boolean;
  /** Whom it can be assigned to; undefined: not by this person. */
  readonly people?: readonly { readonly id: string; readonly name: string }[];
  /** States it has been in before. */
  readonly reached: ReadonlySet<string>;
  readonly events: readonly SeenEvent[];
  /** Names that the events mention. */
  readonly eventNames: Names;
  readonly historyMore?: string;
}

const EVENTS = 25;

/** `history`: cursor of an earlier page of what happened. Throws `Refused` NOT_PERMITTED, NOT_FOUND; `BadCursor`. */
export async function viewRecord(
  sources: Sources,
  question: RecordsQuestion,
  id: string,
  history?: string,
): Promise<RecordView> {
  const { asked, seen, whole, sight, now } = await recordById(sources, question, id);
  const { published, entity, viewer } = asked;
  const decisionContext: DecisionContext = {
    specification: published.specification,
    entity,
    user: sight.actor,
    now,
  };
  const record = RecordRef.of({ application: published.specification.key, entity: entity.key, id });
  const mentions = new Mentions();
  mentions.columns(entity, seen);
  const mayAssign = assignReasons(decisionContext, whole).length === 0;
  const [names, happened, reached, people] = await Promise.all([
    namesOf(sources, published, mentions, viewer),
    historyOfRecord(sources, published, record, viewer, { cursor: history, limit: EVENTS }),
    statesBefore(sources, record),
    mayAssign ? sources.names.listed() : undefined,
  ]);
  return {
    seen,
    names,
    offers: offers(decisionContext, whole),
    edit: editReasons(decisionContext, whole),
    mayComment: commentReasons(decisionContext, whole).length === 0,
    ...(people && { people }),
    reached,
    events: happened.items,
    eventNames: happened.names,
    historyMore: happened.next,
  };
}

async function statesBefore(sources: Sources, record: RecordRef): Promise<ReadonlySet<string>> {
  const left = await timelineIn(sources.readModels).statesLeft(record.name);
  return new Set(left.filter((state) => typeof state === 'string'));
}

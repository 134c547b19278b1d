// Says whose turn it is.
import { phrase } from '#specification/refusal-words/message-parameters.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused, type FieldDifference, type Reason } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { assignReasons } from './offered-actions.js';
import type { RecordEvent } from '../record-events.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { conflict } from './edit-conflict.js';

/** `to`: a person's id; null or '': nobody. Only who else changed the assignee since is in the way. */
export function assign(
  state: RecordState,
  to: string | null,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const assignee = to === '' ? null : (to ?? null);
  const seen = (context.seen ?? state).assignee;
  // Left as it was shown, it may stay, even if nobody could choose that person afresh.
  const unchosen = assignee === seen ? [] : personReasons(state, assignee, context);
  const reasons = [...assignReasons(context, state), ...unchosen];
  if (reasons.length > 0) throw new Refused(reasons);
  if (assignee === state.assignee || assignee === seen) return [];
  if (seen !== state.assignee) throw conflict(context, [difference(state, seen, assignee)]);
  return [{ type: 'record.assigned', data: { from: state.assignee, to: assignee } }];
}

/** Why this person gets no work. */
export function personReasons(
  state: OpenedRecord,
  to: string | null,
  context: RecordDecisionContext,
): readonly Reason[] {
  const { people, fromLogs } = context.known;
  if (to === null || to === state.assignee || (people.has(to) && !fromLogs.has(to))) return [];
  const code = fromLogs.has(to) ? 'PERSON_FROM_LOG' : 'NO_SUCH_PERSON';
  return [createReason(context, code, { with: { field: phrase('the.assignee') }, fields: ['assignee'] })];
}

function difference(state: OpenedRecord, seen: string | null, yours: string | null): FieldDifference {
  const touch = state.assigned ?? { by: state.openedBy, at: state.openedAt };
  return { field: 'assignee', base: seen, theirs: state.assignee, yours, ...touch };
}

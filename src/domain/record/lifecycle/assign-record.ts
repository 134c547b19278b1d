import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused, type FieldDifference, type Reason } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import { checkAssign } from './offered-actions.js';
import type { RecordEvent } from '../record-events.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { createConflict } from './edit-conflict.js';

/** null or '': unassigned. Only a concurrent assignment conflicts. */
export function assignRecord(
  state: RecordState,
  to: string | null,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(context, 'NOT_FOUND')]);
  const assignee = to === '' ? null : (to ?? null);
  const baseAssignee = (context.baseState ?? state).assignee;
  // The assignee may stay even if they can no longer be chosen.
  const unchosen = assignee === baseAssignee ? [] : checkAssignee(state, assignee, context);
  const reasons = [...checkAssign(context, state), ...unchosen];
  if (reasons.length > 0) throw new Refused(reasons);
  if (assignee === state.assignee || assignee === baseAssignee) return [];
  if (baseAssignee !== state.assignee)
    throw createConflict(context, [createDifference(state, baseAssignee, assignee)]);
  return [{ type: 'record.assigned', data: { from: state.assignee, to: assignee } }];
}

export function checkAssignee(
  state: OpenedRecord,
  to: string | null,
  context: RecordDecisionContext,
): readonly Reason[] {
  const { people, fromLogs } = context.known;
  if (to === null || to === state.assignee || (people.has(to) && !fromLogs.has(to))) return [];
  const code = fromLogs.has(to) ? 'PERSON_FROM_LOG' : 'NO_SUCH_PERSON';
  return [
    createReason(context, code, { with: { field: createPhrase('the.assignee') }, fields: ['assignee'] }),
  ];
}

function createDifference(state: OpenedRecord, base: string | null, yours: string | null): FieldDifference {
  const touch = state.assigned ?? { by: state.openedBy, at: state.openedAt };
  return { field: 'assignee', base: base, theirs: state.assignee, yours, ...touch };
}

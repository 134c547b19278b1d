// Says whose turn it is.
import type { Decided } from '../decider.js';
import { reason } from '../reason.js';
import { Refused } from '../refusal.js';
import type { Environment } from './environment.js';
import { conflict } from './merge.js';
import { assignReasons } from './offers.js';
import type { RecordEvent } from './record-events.js';
import type { RecordState } from './record-state.js';

/** `to`: a person's id; null or '': nobody. */
export function assign(
  state: RecordState,
  to: string | null,
  environment: Environment,
): readonly Decided<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([reason(environment, 'NOT_FOUND')]);
  const assignee = to === '' || to === undefined ? null : to;
  const reasons = [...assignReasons(environment, state)];
  if (assignee !== null && assignee !== state.assignee && !environment.known.people.has(assignee)) {
    reasons.push(
      reason(environment, 'NO_SUCH_PERSON', { with: { field: 'Assignee' }, fields: ['assignee'] }),
    );
  }
  if (reasons.length > 0) throw new Refused(reasons);
  if (assignee === state.assignee) return [];
  const seen = (environment.seen ?? state).assignee;
  if (seen === assignee) return [];
  if (seen !== state.assignee) {
    const touch = state.assigned ?? { by: state.openedBy, at: state.openedAt };
    const difference = { field: 'assignee', seen, theirs: state.assignee, yours: assignee, ...touch };
    throw conflict(environment, [difference]);
  }
  return [{ type: 'record.assigned', data: { from: state.assignee, to: assignee } }];
}

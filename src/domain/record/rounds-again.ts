// Whatever is decided: rounds that are no longer about what was approved begin again, in the same append.
import { foldableEvent } from '../event.js';
import type { ApprovalsBegunAgain } from './approval-events.js';
import { begunAgain } from './approve.js';
import type { DecisionContext } from './decision-context.js';
import type { RecordEvent, NewRecordEvents } from './record-events.js';
import { evolve, type RecordState } from './record-state.js';
import { touches, whyAgain } from './standing.js';

export function withRoundsBegunAgain(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  if (events.length === 0 || before.status !== 'opened') return events;
  if (Object.keys(before.rounds).length === 0) return events;
  const { user, deputy, now } = decisionContext;
  const actor = (deputy ?? user).id;
  const after = events.reduce<RecordState>(
    (state, event) => evolve(state, foldableEvent(event, actor, now)),
    before,
  );
  if (after.status !== 'opened') return events;
  const again = decisionContext.entity.lifecycle.actions.flatMap((action): NewRecordEvents => {
    const round = Object.hasOwn(after.rounds, action.key) ? after.rounds[action.key]! : undefined;
    if (!round) return [];
    const isChanged = events.some(
      ({ type, data }) =>
        'changes' in data && !isOwn(type, data, action.key) && touches(action, round, data.changes),
    );
    const because: ApprovalsBegunAgain['data']['because'] | undefined = isChanged
      ? 'changed'
      : whyAgain(decisionContext, after, action, round);
    return because === undefined ? [] : [begunAgain(action, because)];
  });
  return [...events, ...again];
}

/** Who approves and fills something in has begun the round again already, where that was due. */
const isOwn = (type: RecordEvent['type'], data: object, action: string): boolean =>
  type === 'record.approval-given' && 'action' in data && data.action === action;

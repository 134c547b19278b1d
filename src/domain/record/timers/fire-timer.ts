// States, guards and rules apply, permissions do not.
import type { Timer } from '#specification/model/specification.js';
import { isErased } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { evaluateOr } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { checkAssignee } from '../lifecycle/assign-record.js';
import type { DecisionContext, RecordDecisionContext } from '../decision-context.js';
import type { DueTimer } from '../record-commands.js';
import type { NewRecordEvents } from '../record-events.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { takeAction } from '../lifecycle/take-action.js';
import type { RecordTimerFired } from './timer-events.js';
import { computeTimer, getTimer } from './schedule-timers.js';
import { createCallRequested, createCallSkippedEvents } from '../calls/request-calls.js';

/** [] if the timer has fired or moved. */
export function fireTimer(
  state: RecordState,
  { timer: key, due, withheld = false }: DueTimer,
  decisionContext: RecordDecisionContext,
): NewRecordEvents {
  if (state.status === 'not opened') throw new Refused([createReason(decisionContext, 'NOT_FOUND')]);
  const timer = decisionContext.entity.lifecycle.timers.find((one) => one.key === key);
  if (!timer || due > decisionContext.now || getTimer(state, key)?.due !== due) return [];
  // Another version of the specification may compute another time.
  if (computeTimer(timer, state, decisionContext)?.due !== due) return [];
  if (withheld) return [createTimerFired(timer, due, 'withheld')];
  const { user, now } = decisionContext;
  if (timer.unless && evaluateOr(timer.unless, { record: state, user, now }, false))
    return [
      createTimerFired(timer, due, 'passed'),
      ...createCallSkippedEvents(timer.calls, timer.unless, decisionContext),
    ];
  return runTimer(timer, due, state, decisionContext);
}

function runTimer(
  timer: Timer,
  due: string,
  state: OpenedRecord,
  decisionContext: RecordDecisionContext,
): NewRecordEvents {
  const calls = timer.calls.map((call) => createCallRequested(call));
  const [notTaken, action] = takeTimerAction(timer, state, decisionContext);
  const [notAssigned, assigning] = assignByTimer(timer, state, decisionContext);
  const refused = [...notTaken, ...notAssigned];
  const outcome = refused.length === 0 ? 'acted' : 'refused';
  return [createTimerFired(timer, due, outcome, refused), ...assigning, ...calls, ...action];
}

function takeTimerAction(
  { action, title }: Timer,
  state: OpenedRecord,
  decisionContext: RecordDecisionContext,
): readonly [refused: readonly string[], events: NewRecordEvents] {
  if (action === undefined) return [[], []];
  try {
    const why = `By the timer “${title}”.`;
    return [[], takeAction(state, { action, input: {}, reason: why }, decisionContext)];
  } catch (error) {
    if (!(error instanceof Refused) || error.reasons.some(({ kind }) => kind === 'unavailable')) throw error;
    return [[...new Set(error.reasons.map(({ code }) => code))], []];
  }
}

function assignByTimer(
  timer: Timer,
  state: OpenedRecord,
  decisionContext: RecordDecisionContext,
): readonly [refused: readonly string[], events: NewRecordEvents] {
  const to = findTimerAssignee(timer, state, decisionContext);
  if (to === undefined || to === state.assignee) return [[], []];
  const codes = checkAssignee(state, to, decisionContext).map(({ code }) => code);
  return codes.length > 0
    ? [codes, []]
    : [[], [{ type: 'record.assigned', data: { from: state.assignee, to } }]];
}

export function findTimerAssignee(
  timer: Timer | undefined,
  record: OpenedRecord,
  { user, now }: DecisionContext,
): string | undefined {
  if (!timer?.assign) return undefined;
  const to: unknown = evaluateOr(timer.assign, { record, user, now }, null);
  return typeof to === 'string' && to !== '' && !isErased(to) ? to : undefined;
}

const createTimerFired = (
  { key: timer }: Timer,
  due: string,
  outcome: RecordTimerFired['data']['outcome'],
  refused: readonly string[] = [],
): DecidedEvent<RecordTimerFired> => ({
  type: 'record.timer-fired',
  data: { timer, due, outcome, ...(refused.length > 0 && { refused }) },
});

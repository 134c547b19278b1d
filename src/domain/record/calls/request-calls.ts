import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Call, Expression, RecordInScope, Specification } from '#specification/model/specification.js';
import { keyToTitle } from '#specification/sections/common-shapes.js';
import type { DecidedEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import type { DecisionContext } from '../decision-context.js';
import type {
  RecordEvent,
  NewRecordEvents,
  RecordCallSkipped,
  RecordCallRequested,
} from '../record-events.js';
import { evolveDecidedEvents, type RecordState } from '../record-state.js';
import { createDelegationMetadata } from '../approvals/create-delegation-metadata.js';
import { evaluateWithinBudget, readsRestrictedField, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/create-reason.js';

/** Puts calls behind their cause. Throws `Refused` if a condition exceeds its budget. */
export function appendRequestedCalls(
  before: RecordState,
  events: NewRecordEvents,
  decisionContext: DecisionContext,
): NewRecordEvents {
  const calls = listEntityCalls(decisionContext.specification, decisionContext.entity.key);
  if (calls.length === 0) return events;
  let record = before;
  return events.flatMap((event) => {
    record = evolveDecidedEvents(record, [event], decisionContext);
    return record.status === 'opened'
      ? [event, ...decideCalls(calls, event, record, decisionContext)]
      : [event];
  });
}

const callsByEntity = new WeakMap<Specification, ReadonlyMap<string, readonly Call[]>>();

function listEntityCalls(specification: Specification, entity: string): readonly Call[] {
  let byEntity = callsByEntity.get(specification);
  if (!byEntity) {
    const entities = Object.keys(specification.entities);
    const of = (key: string) => specification.calls.filter(({ on }) => on?.entity === key);
    callsByEntity.set(specification, (byEntity = new Map(entities.map((key) => [key, of(key)]))));
  }
  return byEntity.get(entity) ?? [];
}

function decideCalls(
  calls: readonly Call[],
  event: DecidedEvent<RecordEvent>,
  record: RecordInScope,
  decisionContext: DecisionContext,
): NewRecordEvents {
  const { entity, afterCalls = [] } = decisionContext;
  return calls
    .filter(({ key, on }) => triggersCall(event, on!.action) && !afterCalls.includes(key))
    .flatMap((call): NewRecordEvents => {
      const { when } = call.parts[entity.key] ?? {};
      if (!when || isConditionMet(call, when, record, decisionContext))
        return [
          { ...createCallRequested(call.key, afterCalls), ...createDelegationMetadata(decisionContext) },
        ];
      return createCallSkippedEvents([call.key], when, decisionContext);
    });
}

function isConditionMet(
  { key, title, place }: Call,
  when: Expression<boolean>,
  record: RecordInScope,
  decisionContext: DecisionContext,
): boolean {
  const { user, now } = decisionContext;
  const answer = evaluateWithinBudget(when, { record, user, now }, false);
  if (answer !== BUDGET_EXCEEDED) return answer;
  const about = { with: { what: createPhrase('the.call', { call: title ?? keyToTitle(key) }) }, place };
  throw new Refused([createReason(decisionContext, 'TOO_MUCH_TO_COMPUTE', about)]);
}

/**
 * A condition on a restricted field writes this event if it fails: otherwise the record's version would reveal the
 * result.
 */
export const createCallSkippedEvents = (
  calls: readonly string[],
  condition: Expression<boolean>,
  decisionContext: DecisionContext,
): NewRecordEvents =>
  readsRestrictedField(condition, decisionContext.entity)
    ? calls.map((call): DecidedEvent<RecordCallSkipped> => ({
        ...{ type: 'record.call-passed', data: { call } },
        ...createDelegationMetadata(decisionContext),
      }))
    : [];

/** `wanted`: an action, `open`, or undefined for every change. */
function triggersCall(event: RecordEvent, wanted: string | undefined): boolean {
  switch (event.type) {
    case 'record.opened':
      return wanted === undefined || wanted === 'open';
    case 'record.changed':
      return wanted === undefined;
    case 'record.action-taken':
      return wanted === undefined || wanted === event.data.action;
    default:
      return false;
  }
}

export const createCallRequested = (
  call: string,
  after: readonly string[] = [],
): DecidedEvent<RecordCallRequested> => ({
  type: 'record.call-requested',
  data: { call, ...(after.length > 0 && { after }) },
});

const isCallRequested = ({ type }: Pick<RecordEvent, 'type'>): boolean => type === 'record.call-requested';

export const countRequestedCalls = (events: readonly Pick<RecordEvent, 'type'>[]): number =>
  events.filter(isCallRequested).length;

/** Back-dated facts trigger no calls. */
export const removeCalls = (events: NewRecordEvents): NewRecordEvents =>
  events.filter((event) => !isCallRequested(event) && event.type !== 'record.call-passed');

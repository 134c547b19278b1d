import { SYSTEM, type Actor } from '#domain/permissions.js';
import { toFoldableEvent, type DecidedEvent, type FoldableEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { decideRecord } from '#domain/record/decide-record.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type RecordInput,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import {
  evolveRecord,
  createUnopenedRecord,
  type OpenedRecord,
  type RecordState,
} from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { EXAMPLE, REQUEST } from './example-specification.js';

export const ID = '01930000-0000-7000-8000-000000000001';
export const NOW = '2026-11-20T10:00:00.000Z';
export const SUPPLIER_ID = '01930000-0000-7000-8000-00000000000a';

export const actor = (id: string, ...roles: string[]): Actor => ({
  id,
  name: id,
  roles: ['requester', ...roles],
});

export const ada = actor('ada');
export const bert = actor('bert', 'budgetHolder');
export const fay = actor('fay', 'finance');
export { SYSTEM };

export function decisionContext(
  user: Actor,
  more: Partial<RecordDecisionContext> = {},
): RecordDecisionContext {
  const records = new Map([['Supplier', new Set([SUPPLIER_ID])]]);
  const known = {
    records,
    fromLogs: new Set<string>(),
    people: new Set(['ada', 'bert', 'fay']),
    opensToday: 0,
  };
  return { specification: EXAMPLE, entity: REQUEST, user, now: NOW, known, number: null, ...more };
}

const context = (user: Actor) => ({ actor: user.id, commandId: 'c1' });
const on = (user: Actor) => ({
  application: 'purchasing',
  entity: 'Request',
  id: ID,
  context: context(user),
});

export const opening = (user: Actor, input: RecordInput) => new OpenRecord({ ...on(user), input });
export const changing = (user: Actor, input: RecordInput, seen = 1) =>
  new ChangeRecord({ ...on(user), input, baseVersion: seen });
export const acting = (user: Actor, action: string, more: { input?: RecordInput; reason?: string } = {}) =>
  new TakeAction({ ...on(user), action, input: {}, baseVersion: 1, ...more });
export const commenting = (user: Actor, text: string) => new CommentRecord({ ...on(user), text });
export const assigning = (user: Actor, to: string | null) =>
  new AssignRecord({ ...on(user), to, baseVersion: 1 });

export function folded(events: readonly FoldableEvent<RecordEvent>[]): RecordState {
  return events.reduce<RecordState>(evolveRecord, createUnopenedRecord(ID));
}

/** Each command is decided by its person. */
export function after(...steps: readonly (readonly [Actor, RecordCommand])[]): OpenedRecord {
  let state: RecordState = createUnopenedRecord(ID);
  for (const [user, command] of steps) {
    const number = command.type === 'OpenRecord' ? 'PR-2026-0001' : null;
    state = withEvents(state, user, decideRecord(state, command, decisionContext(user, { number })));
  }
  return state as OpenedRecord;
}

export function withEvents(
  state: RecordState,
  user: Actor,
  events: readonly DecidedEvent<RecordEvent>[],
): OpenedRecord {
  return events.reduce<RecordState>(
    (before, event) => evolveRecord(before, toFoldableEvent(event, user.id, NOW)),
    state,
  ) as OpenedRecord;
}

export function decision(
  state: RecordState,
  command: RecordCommand,
  user: Actor,
  more: Partial<RecordDecisionContext> = {},
) {
  try {
    return decideRecord(state, command, decisionContext(user, more));
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** Codes of a refusal, otherwise []. */
export function codes(outcome: Refused | readonly unknown[]): readonly string[] {
  return outcome instanceof Refused ? outcome.reasons.map(({ code }) => code) : [];
}

export const LINES = [{ item: 'Saw', quantity: '2', price: '12.50' }];
export const DRAFT = [ada, opening(ada, { title: 'A saw', lines: LINES })] as const;

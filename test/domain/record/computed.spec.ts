// In order of dependency, and before the rules about them.
import { describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/permissions.js';
import { OUT_OF_RANGE, evaluateStorable } from '#domain/evaluate-expressions.js';
import { toFoldableEvent } from '#domain/event.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { OpenRecord, type RecordInput } from '#domain/record/record-commands.js';
import { evolveRecord, createUnopenedRecord, type OpenedRecord } from '#domain/record/record-state.js';
import { documentOf, valid } from '#test/specification/documents.js';

const ID = '01930000-0000-7000-8000-000000000001';
const NOW = '2026-11-20T10:00:00.000Z';
const ada: Actor = { id: 'ada', name: 'Ada', roles: ['staff'] };

// Each is declared before what it is computed from.
const DOCUMENT = documentOf({
  3: `entities:
  Order:
    fields:
      doubled: { type: integer, computed: "record.total == null ? 0 : record.total * 2" }
      total: { type: integer, computed: "record.price == null ? 0 : record.price + 1" }
      price: integer
      name: text`,
  4: `lifecycles:
  Order:
    states: { draft: { title: Draft }, done: { title: Done } }
    actions:
      finish: { from: draft, to: done, ask: [price] }
      rename: { from: draft, to: done, ask: [name] }`,
  5: 'rules:\n  R1: { on: Order, in: [done], check: "record.doubled > 10" }',
  6: 'roles: { staff: { title: Staff, everyone: true } }',
});

const specification = valid(DOCUMENT);
const given: RecordDecisionContext = {
  specification,
  entity: specification.entities['Order']!,
  user: ada,
  now: NOW,
  known: { records: new Map(), people: new Set(), fromLogs: new Set(), opensToday: 0 },
  number: null,
};

function opened(input: RecordInput): OpenedRecord {
  const of = { application: specification.key, entity: 'Order', id: ID };
  const command = new OpenRecord({ ...of, context: { actor: 'ada', commandId: 'c1' }, input });
  const [event] = decideRecord(createUnopenedRecord(ID), command, given);
  return evolveRecord(createUnopenedRecord(ID), toFoldableEvent(event!, 'ada', NOW)) as OpenedRecord;
}

describe('computed fields', () => {
  it('are evaluated after their dependencies, in any order of declaration', () => {
    expect(opened({ price: '4' }).fields).toEqual({ price: 4, total: 5, doubled: 10 });
  });

  it('store negative zero as zero', () => {
    const expression = { source: '-0.0', place: given.entity.place, evaluate: () => -0 };
    const total = given.entity.fields.find(({ key }) => key === 'total')!;
    expect(evaluateStorable(expression, total, { now: NOW })).toBe(0);
  });

  it.each([
    [2 ** 53 - 1, 2 ** 53 - 1],
    [-(2 ** 53 - 1), -(2 ** 53 - 1)],
    [2n ** 53n - 1n, 2 ** 53 - 1],
    [2 ** 53, OUT_OF_RANGE],
    [-(2 ** 53), OUT_OF_RANGE],
    [2n ** 53n, OUT_OF_RANGE],
    [Number.NaN, OUT_OF_RANGE],
    [Infinity, OUT_OF_RANGE],
  ])('that come to %p are stored exactly, or not at all', (answer, stored) => {
    const expression = { source: 'n', place: given.entity.place, evaluate: () => answer as number };
    const total = given.entity.fields.find(({ key }) => key === 'total')!;
    expect(evaluateStorable(expression, total, { now: NOW })).toBe(stored);
  });

  it('of asked fields are checked when the action is taken, including dependents', () => {
    const reasons = Object.fromEntries(
      listOfferedActions(given, opened({ price: '4' })).map(({ action, reasons }) => [
        action.key,
        reasons.map(({ rule }) => rule),
      ]),
    );
    expect(reasons).toEqual({ finish: [], rename: ['R1'] });
  });
});

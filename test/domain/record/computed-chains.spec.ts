import { describe, expect, it } from '@jest/globals';
import { getComputedFields, addDependentFields } from '#domain/record/computed/computed-fields.js';
import { completeRecord } from '#domain/record/computed/complete-record.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import type { Entity, RecordInScope, Scope } from '#specification/model/specification.js';
import { documentOf, valid } from '#test/specification/documents.js';

const FIELDS = 1_500;

/** Each field is one more than the next; only the last one is filled in. */
const chain = Array.from({ length: FIELDS }, (_, index) =>
  index === FIELDS - 1
    ? `      f${index}: { type: integer }`
    : `      f${index}: { type: integer, computed: "record.f${index + 1} + 1" }`,
).join('\n');

const specification = valid(
  documentOf({ 3: `entities:\n  Thing:\n    title: Thing\n    fields:\n${chain}` }),
);
const declared = specification.entities['Thing']!;

/** Records which fields each expression received. */
function watched(): { readonly entity: Entity; readonly given: object[] } {
  const given: object[] = [];
  const fields = declared.fields.map((field) =>
    field.computed
      ? {
          ...field,
          computed: {
            ...field.computed,
            evaluate: (scope: Scope) => {
              given.push(scope.record!.fields);
              return field.computed!.evaluate(scope);
            },
          },
        }
      : field,
  );
  return { entity: { ...declared, fields }, given };
}

describe('a chain of 1,500 computed fields', () => {
  it('evaluates each field once, from the last to the first, without a copy of the record for each', () => {
    const { entity, given } = watched();
    const user = { id: 'ada', roles: [] };
    const context = {
      entity,
      specification,
      user,
      now: '2026-11-26T08:00:00.000Z',
    } as unknown as DecisionContext;
    const draft = { id: 'one', state: 'open', fields: { [`f${FIELDS - 1}`]: 1 } } as unknown as RecordInScope;

    const { record, reasons } = completeRecord(context, draft);

    expect(reasons).toEqual([]);
    expect(record.fields['f0']).toBe(FIELDS);
    expect(given).toHaveLength(FIELDS - 1);
    expect(new Set(given).size).toBe(1);
    expect(draft.fields).toEqual({ [`f${FIELDS - 1}`]: 1 });
  });

  it('sorts dependencies first', () => {
    const keys = getComputedFields(declared).evaluationOrder.map(({ key }) => key);
    expect(keys).toEqual(Array.from({ length: FIELDS - 1 }, (_, index) => `f${FIELDS - 2 - index}`));
  });

  it('finds all dependents of a field', () => {
    expect(addDependentFields(declared, new Set([`f${FIELDS - 1}`])).size).toBe(FIELDS);
    expect([...addDependentFields(declared, new Set(['f0']))]).toEqual(['f0']);
    expect(addDependentFields(declared, new Set()).size).toBe(0);
  });
});

// Dates outside the stored calendar are refused, never compared.
import { describe, expect, it } from '@jest/globals';
import { SYSTEM } from '#domain/permissions.js';
import type { RecordDecisionContext } from '#domain/record/decision-context.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { OpenRecord, type RecordInput } from '#domain/record/record-commands.js';
import { createUnopenedRecord } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { documentOf, valid } from '#test/specification/documents.js';

const ID = '01930000-0000-7000-8000-000000000001';

const specification = valid(
  documentOf({
    3: `entities:
  Loan:
    fields:
      on: date
      at: dateTime
      years: integer
      due: { type: date, computed: "record.on + period('P8000Y')" }
      far: { type: date, computed: "record.years == null ? record.on : record.on + period('P300000Y')" }
      end: { type: dateTime, computed: "record.at + period('P8000Y')" }
      later: { type: boolean, computed: "record.on + period('P8000Y') > date('2026-01-01')" }`,
  }),
);

function opening(input: RecordInput) {
  const context: RecordDecisionContext = {
    specification,
    entity: specification.entities['Loan']!,
    user: SYSTEM,
    now: '2026-11-20T10:00:00.000Z',
    known: { records: new Map(), people: new Set(), fromLogs: new Set() },
    number: null,
  };
  const command = new OpenRecord({
    application: 'x',
    entity: 'Loan',
    id: ID,
    input,
    context: { actor: SYSTEM.id, commandId: 'c' },
  });
  try {
    const [event] = decideRecord(createUnopenedRecord(ID), command, context);
    return (event!.data as { fields: object }).fields;
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code, fields }) => [code, ...(fields ?? [])]);
    throw error;
  }
}

describe('a computed day or moment', () => {
  it('is stored up to the last day of the year 9999', () => {
    expect(opening({ on: '1999-12-31' })).toMatchObject({ due: '9999-12-31', later: true });
    expect(opening({ at: '1999-12-31T23:59:59Z' })).toMatchObject({ end: '9999-12-31T23:59:59.000Z' });
  });

  it.each([
    [{ on: '2000-01-01' }, ['TOO_LARGE', 'due']],
    [{ on: '1999-12-31', years: 1 }, ['TOO_LARGE', 'far']],
    [{ at: '2000-01-01T00:00:00Z' }, ['TOO_LARGE', 'end']],
  ])('is refused where it is beyond that (%j)', (input, refusal) => {
    expect(opening(input)).toContainEqual(refusal);
  });
});

// An error that two entities raise names the right record.
import { describe, expect, it } from '@jest/globals';
import { toActor } from '#domain/permissions.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { createUnopenedRecord } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { documentOf, valid } from '#test/specification/documents.js';

const TEXT = documentOf({
  3: `entities:
  Gift: { title: "{number}", number: "G-{seq}", fields: { price: { type: money, currency: EUR } } }
  Prize: { title: "{number}", number: "P-{seq}", fields: { price: { type: money, currency: USD } } }`,
  5: `rules:
  R0: { on: Gift, check: "record.price > 0", error: CHEAP, fields: [price] }
  R1: { on: Prize, check: "record.price > 0", error: CHEAP, fields: [price] }`,
  8: `errors:
  CHEAP: { message: "{record.price} is too little." }
  WRONG_TYPE: { message: "{record.number}: {with.field} is no price." }
  UNKNOWN_FIELD: { message: "Nobody knows {with.field}, {user.name}." }`,
});

function messageOnOpening(
  entity: string,
  input: Readonly<Record<string, unknown>> = { price: '-5' },
): string {
  const specification = valid(TEXT);
  const id = '0197f0a0-0000-7000-8000-000000000001';
  const context = { actor: 'ada', commandId: 'command-1' };
  const command = new OpenRecord({
    application: specification.key,
    entity,
    id,
    context,
    input,
  });
  try {
    decideRecord(createUnopenedRecord(id), command, {
      specification,
      entity: specification.entities[entity]!,
      user: toActor(specification, { id: 'ada', name: 'Ada', roles: {} }),
      now: '2026-11-20T10:00:00.000Z',
      known: { existingRecords: new Set(), existingPeople: new Set(), opensToday: 0 },
      number: null,
    } as never);
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ message }) => message).join();
    throw error;
  }
  throw new Error('it was not refused');
}

describe('an error that two entities raise', () => {
  it.each([
    ['Gift', '€5 '],
    ['Prize', '$5 '],
  ])('speaks of the %s: %s', (entity, amount) => {
    expect(messageOnOpening(entity)).toContain(amount);
  });
});

describe('an overridden built-in error', () => {
  it('keeps the built-in message if its own quotes a record that does not exist yet', () => {
    const message = messageOnOpening('Gift', { price: 'dear' });
    expect(message).toContain('Price');
    expect(message).not.toContain('no price');
  });

  it('has its own message if that quotes no record', () => {
    expect(messageOnOpening('Gift', { price: '5', prise: '5' })).toBe('Nobody knows prise, Ada.');
  });
});

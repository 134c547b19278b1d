// An error that two entities raise names the right record.
import { describe, expect, it } from '@jest/globals';
import { toActor } from '#domain/permissions.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { createUnopenedRecord } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import { checkDocument } from '#specification/check-document.js';

const NOT_SHOWN = 'not shown.';
const yaml = (text: string) => '```yaml\n' + text + '\n```';

const SECTIONS: readonly (readonly [string, string])[] = [
  ['What the product does and for whom', NOT_SHOWN],
  ['Screens and routes', NOT_SHOWN],
  [
    'Entities and their fields',
    yaml(
      'entities:\n' +
        '  Gift: { title: "{number}", number: "G-{seq}", fields: { price: { type: money, currency: EUR } } }\n' +
        '  Prize: { title: "{number}", number: "P-{seq}", fields: { price: { type: money, currency: USD } } }',
    ),
  ],
  ['States and transitions', NOT_SHOWN],
  [
    'Validation rules',
    yaml(
      ['Gift', 'Prize']
        .map((on, at) => `  R${at}: { on: ${on}, check: "record.price > 0", error: CHEAP, fields: [price] }`)
        .join('\n')
        .replace(/^/, 'rules:\n'),
    ),
  ],
  ['Roles and permissions', NOT_SHOWN],
  ['The calls it makes', NOT_SHOWN],
  [
    'The error catalogue',
    yaml(
      'errors:\n' +
        '  CHEAP: { message: "{record.price} is too little." }\n' +
        '  WRONG_TYPE: { message: "{record.number}: {with.field} is no price." }\n' +
        '  UNKNOWN_FIELD: { message: "Nobody knows {with.field}, {user.name}." }',
    ),
  ],
  ['Business constants and limits', NOT_SHOWN],
];

const text = SECTIONS.reduce(
  (all, [heading, body], at) => `${all}\n## ${at + 1}. ${heading}\n${body}\n`,
  '# Specification: gifts\n',
);

function messageOnOpening(
  entity: string,
  input: Readonly<Record<string, unknown>> = { price: '-5' },
): string {
  const checked = checkDocument(text);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const { specification } = checked;
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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeCondition, describeValueExpression } from '#specification/cel/describe-condition.js';
import { formatParameter, type MessageParameter } from '#specification/refusal-words/phrases.js';
import { documentOf, valid } from '../documents.js';

const specification = valid(
  documentOf({
    1: 'currency: EUR',
    3: `entities:
  Request:
    fields:
      amount: { type: money, title: Amount }
      weight: { type: decimal, places: 1, title: Weight }
      count: { type: integer, title: Number of boxes }
      kind: { type: choice, title: Kind, of: { goods: Goods, work: Work done } }
      urgent: { type: boolean, title: Urgent }
      supplier: { type: text, title: Supplier }
      requestedBy: { type: user, title: Requested by }
      dueOn: { type: date, title: Due on }
      lines: { type: table, title: Lines, fields: { item: { type: text, title: Item }, price: { type: money, title: Price } } }`,
    4: `lifecycles:
  Request:
    states: { draft: { title: Draft }, waiting: { title: Waiting for approval } }
    actions: { send: { from: draft, to: waiting } }`,
    6: 'roles: { qa: { title: Quality manager } }',
    9: 'constants: { limit: 500 EUR, perKind: { by: kind, goods: 5 EUR, else: 7 EUR } }',
  }),
);
const names = { specification, entity: specification.entities['Request']! };

const told = (words: MessageParameter | undefined, language: 'en' | 'de' = 'en') =>
  words && formatParameter(words, language);
const condition = (source: string, language: 'en' | 'de' = 'en') =>
  told(describeCondition(source, names), language);

describe('a condition in words', () => {
  it.each([
    ['record.amount < EUR(500)', 'Amount is less than €500', 'Amount ist kleiner als 500\u00a0€'],
    ['record.amount > 0', 'Amount is more than €0', 'Amount ist größer als 0\u00a0€'],
    ['0 < record.amount', '€0 is less than Amount', '0\u00a0€ ist kleiner als Amount'],
    [
      'record.requestedBy == user.id',
      'you are the person under “Requested by”',
      'Sie stehen unter „Requested by“',
    ],
    [
      'record.requestedBy != user.id',
      'you are not the person under “Requested by”',
      'Sie stehen nicht unter „Requested by“',
    ],
    [
      'record.state == "waiting"',
      'its state is “Waiting for approval”',
      'der Status ist „Waiting for approval“',
    ],
    [
      'record.kind in ["goods", "work"]',
      'Kind is one of “Goods”, “Work done”',
      'Kind ist eines von „Goods“, „Work done“',
    ],
    ['!(record.kind in ["goods"])', 'Kind is none of “Goods”', 'Kind ist keines von „Goods“'],
    ['has(record.supplier)', 'Supplier is filled in', 'Supplier ist ausgefüllt'],
    ['record.supplier == null', 'Supplier is empty', 'Supplier ist leer'],
    ['record.urgent', 'Urgent is “yes”', 'Urgent ist „ja“'],
    ['record.urgent != true', 'Urgent is not “yes”', 'Urgent ist nicht „ja“'],
    ['!record.urgent', 'Urgent is not “yes”', 'Urgent ist nicht „ja“'],
    ['"qa" in user.roles', 'you are Quality manager', 'Sie sind Quality manager'],
    ['record.dueOn >= today', 'Due on is today or later', 'Due on ist heute oder später'],
    [
      'record.dueOn < today + days(14)',
      'Due on is before today plus 14 days',
      'Due on liegt vor heute plus 14 Tage',
    ],
    [
      'record.dueOn <= date("2026-12-24")',
      'Due on is Dec 24, 2026 or earlier',
      'Due on ist 24.12.2026 oder früher',
    ],
    [
      'record.lines.size() > 0',
      'the number of rows in Lines is more than 0',
      'die Zahl der Zeilen in Lines ist größer als 0',
    ],
    [
      'record.lines.map(l, l.price).sum() <= record.amount',
      'the sum of Price in Lines is at most Amount',
      'die Summe von Price in Lines ist höchstens Amount',
    ],
    [
      'record.lines.exists(l, l.price > 100)',
      'in at least one row of Lines, Price is more than €100',
      'in mindestens einer Zeile von Lines gilt: Price ist größer als 100\u00a0€',
    ],
    ['record.amount <= constants.limit', 'Amount is at most “Limit”', 'Amount ist höchstens „Limit“'],
    [
      'record.amount > constants.perKind[record.kind]',
      'Amount is more than “Per kind” for Kind',
      'Amount ist größer als „Per kind“ für Kind',
    ],
    ['record.supplier.startsWith("A")', 'Supplier begins with “A”', 'Supplier beginnt mit „A“'],
    [
      'record.urgent && (record.amount > 5 || record.count == 3)',
      'Urgent is “yes” and either Amount is more than €5, or Number of boxes is 3',
      'Urgent ist „ja“ und entweder Amount ist größer als 5\u00a0€, oder Number of boxes ist 3',
    ],
    [
      '!(record.urgent || record.supplier == null)',
      'Urgent is not “yes” and Supplier is filled in',
      'Urgent ist nicht „ja“ und Supplier ist ausgefüllt',
    ],
  ])('%s', (source, english, german) => {
    expect([condition(source), condition(source, 'de')]).toEqual([english, german]);
  });

  it.each([
    'record.supplier.matches("^A")',
    'record.amount + record.amount * 2 > 5',
    'record.lines.filter(l, l.price > 1).size() > 0',
    'record.lines.map(l, l.price) == []',
    'true',
  ])('is not told where there are no words: %s', (source) => {
    expect(condition(source)).toBeUndefined();
  });

  it.each([
    ['record.amount > EUR(5000)', 'Amount is more than €5,000', 'Amount ist größer als 5.000\u00a0€'],
    ['record.amount > 1234.5', 'Amount is more than €1,234.50', 'Amount ist größer als 1.234,50\u00a0€'],
    ['record.count > 1000', 'Number of boxes is more than 1,000', 'Number of boxes ist größer als 1.000'],
    ['record.count == 2026', 'Number of boxes is 2026', 'Number of boxes ist 2026'],
  ])('writes numbers and amounts as its language does, whole ones short: %s', (source, english, german) => {
    expect([condition(source), condition(source, 'de')]).toEqual([english, german]);
  });

  it('writes numbers as the application does where that is in the language of the sentence', () => {
    const swiss = { ...names, specification: { ...specification, locale: 'de-CH' } };
    const words = describeCondition('record.amount > EUR(5000)', swiss)!;
    expect([formatParameter(words, 'de'), formatParameter(words, 'en')]).toEqual([
      "Amount ist größer als EUR\u00a05'000",
      'Amount is more than €5,000',
    ]);
  });

  it('tells by a choice what a number depends on', () => {
    expect(told(describeValueExpression('record.amount > constants.limit ? 2 : 1', names))).toBe(
      '2 if Amount is more than “Limit”, otherwise 1',
    );
    expect(told(describeValueExpression('record.requestedBy', names))).toBe('Requested by');
  });

  const OPERANDS = ['record.amount', 'record.weight', 'record.count'] as const;
  const comparison = fc
    .tuple(
      fc.constantFrom(...OPERANDS),
      fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
      fc.oneof(fc.constantFrom(...OPERANDS), fc.nat().map(String)),
    )
    .map((parts) => parts.join(' '));
  const plain = fc.constantFrom(
    'record.urgent',
    'has(record.supplier)',
    'record.dueOn == null',
    'record.requestedBy == user.id',
    'record.kind == "work"',
    'record.dueOn > today - days(2)',
    'record.lines.exists(l, l.item == "A")',
  );
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      comparison,
      plain,
      tie('tree').map((inner) => `!(${inner})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('&&', '||'), tie('tree'))
        .map(([one, op, other]) => `(${one}) ${op} (${other})`),
    ),
  }));

  it('names every field that it looks at, in either language, and shows no code', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('en' as const, 'de' as const), (source, language) => {
        const words = condition(source, language)!;
        const looked = names.entity.fields.filter(({ key }) => source.includes(`record.${key}`));
        for (const { title } of looked) expect(words).toContain(title);
        expect(words).not.toMatch(/record\.|&&|\|\||==|!/);
      }),
    );
  });
});

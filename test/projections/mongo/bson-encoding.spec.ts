import { describe, expect, it } from '@jest/globals';
import { deserialize, serialize } from 'bson';
import fc from 'fast-check';
import {
  decodeDocument,
  encodeValue,
  encodePropertyKey,
  encodeText,
  decodeText,
} from '#projections/engines/mongo/bson-encoding.js';
import { anyText } from '#test/any-text.js';

const text = fc.oneof(
  anyText({ maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udfff', '\ud83d', '\ude42', '\ufffd', '\uffff', 'a', '\0'),
    maxLength: 5,
  }),
);
const key = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '$',
    '$where',
    'a.b',
    '%',
    '%list',
    '%json',
    '%empty',
    '%2e',
    '__proto__',
    '_bsontype',
  ),
  fc.constantFrom(
    'constructor',
    'toJSON',
    '1',
    '-1',
    '01',
    '\0',
    '$ref',
    '$id',
    'length',
    '\ufffd',
    '\ud800',
  ),
  text,
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(text, fc.double(), fc.integer(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

const throughBson = (value: unknown) => {
  const stored = encodeValue({ value });
  return (decodeDocument(deserialize(serialize(stored as object))) as { value: unknown }).value;
};

describe('the form documents are stored in', () => {
  it('gives back every document as JSON tells it, its keys in their order', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(throughBson(value))).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back what is nested deeper than MongoDB takes, and refuses what has no end', () => {
    let deep: unknown = 'the end';
    for (let level = 0; level < 300; level++) deep = level % 2 === 0 ? [deep] : { in: deep };
    expect(throughBson(deep)).toEqual(deep);
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    expect(() => encodeValue(endless)).toThrow();
  });

  it('tells any two texts and any two keys apart', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(decodeText(encodeText(one))).toBe(one);
        expect(encodeText(one) === encodeText(other)).toBe(one === other);
        expect(encodeText(one).isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(key, key, (one, other) => {
        expect(encodePropertyKey(one) === encodePropertyKey(other)).toBe(one === other);
        expect(encodePropertyKey(one)).toMatch(/^[^.$\0]+$/);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the order of texts, and their beginnings', () => {
    const order = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const wellFormed = text.map((each) => each.toWellFormed());
    fc.assert(
      fc.property(wellFormed, wellFormed, (one, other) => {
        expect(order(encodeText(one), encodeText(other))).toBe(order(one, other));
        expect(encodeText(one + other).startsWith(encodeText(one))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves ordinary documents as they are, lists aside', () => {
    const ordinary = { id: 'a', fields: { 'due-on': '2026-01-01', Äpfel: 3 }, lines: [{ item: 'x' }] };
    expect(encodeValue(ordinary)).toEqual({ ...ordinary, lines: { '%list': [{ item: 'x' }] } });
  });
});

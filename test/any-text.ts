import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

const toCodePoint = (index: number): string =>
  String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count);

function toIndex(text: unknown): number {
  const point = (text as string).codePointAt(0)!;
  const index = point < SURROGATES.first ? point : point - SURROGATES.count;
  if (toCodePoint(index) !== text) throw new Error('Not one code point.');
  return index;
}

/** As fast-check's unit `binary`, which begins with a map of all code points, anew in every context of Jest. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(toCodePoint, toIndex);

export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });

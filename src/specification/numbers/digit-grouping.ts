import { normalizeSeparator, type NumberSeparators } from './locale-separators.js';
import { type DecimalParts } from '../model/stored-value.js';

const DIGITS = /^\d+$/;
const FRACTION = /^\d*$/;

export function createDigitReader({
  decimal,
  group,
  last,
  before,
}: NumberSeparators): (text: string) => DecimalParts | undefined {
  const signs = normalizeSeparator(group);
  return (text) => {
    const { sign, rest } = signed(text);
    const [whole = '', fraction = '', ...more] = rest.split(decimal);
    if (more.length > 0 || !FRACTION.test(fraction)) return undefined;
    if (DIGITS.test(whole)) return { sign, whole, fraction };
    const groups = [...whole].map((each) => (signs.includes(each) ? ' ' : each === ' ' ? 'x' : each));
    const joined = inGroups(groups.join('').split(' '), { last, before });
    return joined === undefined ? undefined : { sign, whole: joined, fraction };
  };
}

function signed(text: string): { readonly sign: string; readonly rest: string } {
  const sign = text.startsWith('-') || text.startsWith('+') ? text.charAt(0) : '';
  return { sign, rest: text.slice(sign.length) };
}

function inGroups(
  groups: readonly string[],
  { last, before }: Pick<NumberSeparators, 'last' | 'before'>,
): string | undefined {
  const [first = '', ...others] = groups;
  const fits =
    others.length > 0 &&
    groups.every((group) => DIGITS.test(group)) &&
    first.length <= before &&
    !first.startsWith('0') &&
    others.every(({ length }, index) => length === (index === others.length - 1 ? last : before));
  return fits ? groups.join('') : undefined;
}

const BETWEEN = /([.,\u066b\u066c'\u2019 \u00a0\u2009\u202f])/;
const BEGINS_FRACTION = '.,\u066b\u066c';

/** Readings in any notation, grouped ones first. */
export function listPossibleNumbers(text: string): readonly DecimalParts[] {
  const { sign, rest } = signed(text);
  const parts = rest.split(BETWEEN);
  const groups = parts.filter((_, index) => index % 2 === 0);
  const signs = parts.filter((_, index) => index % 2 === 1);
  if (!groups.every((group) => DIGITS.test(group))) return [];
  const read = [grouped(groups, signs), withFraction(groups, signs)];
  return read.flatMap((digits) => (digits ? [{ ...digits, sign }] : []));
}

/** Groups of thousands, or of lakhs and crores. */
function grouped(groups: readonly string[], signs: readonly string[]): DecimalParts | undefined {
  if (new Set(signs).size !== 1) return undefined;
  const whole = inGroups(groups, { last: 3, before: 3 }) ?? inGroups(groups, { last: 3, before: 2 });
  return whole === undefined ? undefined : { sign: '', whole, fraction: '' };
}

function withFraction(groups: readonly string[], signs: readonly string[]): DecimalParts | undefined {
  const [point, fraction] = [signs.at(-1), groups.at(-1)];
  if (point === undefined || fraction === undefined || !BEGINS_FRACTION.includes(point)) return undefined;
  const [whole, between] = [groups.slice(0, -1), signs.slice(0, -1)];
  if (between.length === 0) return { sign: '', whole: whole.join(''), fraction };
  const thousands = between.includes(point) ? undefined : grouped(whole, between);
  return thousands && { ...thousands, fraction };
}

// Truncates long conflicting values around their first difference.
import type { DisplayValue } from '#views/view-models/display-value.js';
import { isUnreadable, type Value } from '#specification/model/stored-value.js';
import { ValueExcerpter } from '#web/display/value-excerpts.js';

/** Characters before the first difference. */
const CONTEXT = 80;
/** Characters; shorter texts are shown from their beginning. */
const LONG = 600;
/** Rows of a table that is shown in full. */
const SHORT = 5;

/** `isCut`: something is omitted. */
export function excerptValues(
  all: readonly Value[],
  show: (value: Value) => DisplayValue,
): { readonly shown: readonly DisplayValue[]; readonly isCut: boolean } {
  const { values, from } = fromFirstDifference(all);
  const excerpt = new ValueExcerpter();
  const shown = values.map((value) => excerpt.of(value, show));
  return {
    shown: from === 0 ? shown : shown.map((each) => withRowsBefore(each, from)),
    isCut: from > 0 || excerpt.isCut,
  };
}

const withRowsBefore = (shown: DisplayValue, before: number): DisplayValue =>
  shown.rows ? { ...shown, rowsLeftOut: (shown.rowsLeftOut ?? 0) + before } : shown;

/** Drops a long common prefix. `from`: its characters or rows. */
function fromFirstDifference(values: readonly Value[]): {
  readonly values: readonly Value[];
  readonly from: number;
} {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length > 0) {
    const from = commonBeginning(texts, (text, index) => text[index]) - CONTEXT;
    return from > 0 && texts.some(({ length }) => length > LONG)
      ? { values: values.map((value) => textFrom(value, from)), from }
      : { values, from: 0 };
  }
  const tables = values.filter(
    (value) => Array.isArray(value) && !isUnreadable(value),
  ) as (readonly object[])[];
  const from = tables.some(({ length }) => length > SHORT)
    ? commonBeginning(tables, (rows, index) => rows[index] && JSON.stringify(rows[index]))
    : 0;
  return {
    values: values.map((value) => (Array.isArray(value) ? (value.slice(from) as Value) : value)),
    from,
  };
}

/** Does not split a surrogate pair. */
const textFrom = (value: Value, from: number): Value =>
  typeof value === 'string' ? `…${value.slice(from).replace(/^[\udc00-\udfff]/, '')}` : value;

/** Length of the common prefix. */
function commonBeginning<T extends { readonly length: number }>(
  all: readonly T[],
  partOf: (each: T, index: number) => unknown,
): number {
  const shortest = all.reduce((least, { length }) => Math.min(least, length), Infinity);
  let index = 0;
  while (index < shortest && all.every((each) => partOf(each, index) === partOf(all[0]!, index))) index++;
  return index;
}

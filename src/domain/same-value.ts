// When two stored values are the same. What is left out is null.
import { isErased, type Row, type Value } from '../specification/value.js';

export function sameValue(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  if (a === b) return true;
  if (isErased(a) || isErased(b)) return isErased(a) && isErased(b);
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((row: Row, index) => sameRow(row, b[index] as Row));
}

function sameRow(one: Row, other: Row): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => (one[key] ?? null) === (other[key] ?? null));
}

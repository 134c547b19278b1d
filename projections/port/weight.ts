// About how many bytes a value takes as JSON, found without writing it out: work in memory is bounded by it, not by counts.
/** So much is folded, written and remembered at once: a small part of what a process may have, and of what engines take. */
export const MOST_AT_ONCE = 8 * 1024 * 1024;

/** Of what surrounds a value, and of values that are short. */
const LITTLE = 8;

export function weightOf(value: unknown): number {
  if (typeof value === 'string') return LITTLE + value.length;
  if (typeof value !== 'object' || value === null) return LITTLE;
  let weight = LITTLE;
  if (Array.isArray(value)) for (const item of value) weight += weightOf(item);
  else for (const key in value) weight += key.length + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}

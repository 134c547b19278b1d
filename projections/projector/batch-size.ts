/** Bounded by memory and the engines' limits. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;

const LEAST_WEIGHT = 8;

/** Estimates JSON size without serializing. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return LEAST_WEIGHT + value.length;
  if (typeof value !== 'object' || value === null) return LEAST_WEIGHT;
  let weight = LEAST_WEIGHT;
  if (Array.isArray(value)) for (const item of value) weight += estimateBytes(item);
  else for (const key in value) weight += key.length + estimateBytes((value as Record<string, unknown>)[key]);
  return weight;
}

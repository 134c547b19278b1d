// Dotted paths into documents: `state`, `fields.amount`.
import { BadQuery } from './failures.js';
import type { Scalar } from '#specification/value.js';

const PATH = /^[\w-]+(\.[\w-]+)*$/;
const segments = new Map<string, readonly string[]>();

/** Throws `BadQuery` for what is no path: paths become part of statements. */
export function segmentsOf(path: string): readonly string[] {
  const known = segments.get(path);
  if (known) return known;
  if (!PATH.test(path) || path.length > 200)
    throw new BadQuery(`“${path.slice(0, 200)}” is not a path into a document`);
  const made = path.split('.');
  if (segments.size < 10_000) segments.set(path, made);
  return made;
}

/** The value there; undefined where the document has none. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const segment of segmentsOf(path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, segment) ? (value as Record<string, unknown>)[segment] : undefined;
  }
  return value;
}

/** The values there, one of each row where the path leads through a list of rows. */
export function valuesAt(document: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [document];
  for (const segment of segmentsOf(path)) {
    const rows = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
    values = rows.flatMap((row) =>
      typeof row === 'object' && row !== null && Object.hasOwn(row, segment)
        ? [(row as Record<string, unknown>)[segment]]
        : [],
    );
  }
  return values;
}

/** A value to compare by. Lists and objects equal no scalar and sort after all of them: `{}` stands for all. */
export type ComparableValue = Scalar | Record<string, never>;

export function comparableValue(value: unknown): ComparableValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value === undefined || value === null ? null : {};
}

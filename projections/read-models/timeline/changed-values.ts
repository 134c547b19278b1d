// Leaves out sealed values, as an index cannot be erased.
import type { RecordedEvent } from '#domain/event.js';

export interface ChangedValue {
  readonly name: string;
  /** In units of the field; missing for the field alone. */
  readonly value?: number;
}

/** Per event, for long tables. */
const MOST_NUMBERS = 1_000;

export function listChangedValues({
  type,
  data,
}: Pick<RecordedEvent, 'type' | 'data'>): readonly ChangedValue[] {
  if (!type.startsWith('record.')) return [];
  const { fields, changes, proposed } = asObject(data);
  const values = new Map<string, Set<number>>();
  const add = (name: string, value: unknown) => {
    if (value === null || value === undefined) return;
    const numbers = values.get(name) ?? new Set();
    values.set(name, numbers);
    collectNumbers(value, numbers);
  };
  for (const [name, value] of Object.entries(asObject(fields))) add(name, value);
  for (const each of [changes, proposed])
    for (const [name, change] of Object.entries(asObject(each))) {
      const { from, to } = asObject(change);
      add(name, from);
      add(name, to);
    }
  return [...values].flatMap(([name, numbers]): ChangedValue[] =>
    numbers.size === 0 ? [{ name }] : [...numbers].map((value) => ({ name, value })),
  );
}

function collectNumbers(value: unknown, numbers: Set<number>): void {
  if (numbers.size >= MOST_NUMBERS) return;
  if (typeof value === 'number') numbers.add(value);
  else if (Array.isArray(value)) for (const row of value) collectNumbers(row, numbers);
  else if (!('sealed' in asObject(value)))
    for (const cell of Object.values(asObject(value))) collectNumbers(cell, numbers);
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

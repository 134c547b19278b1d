// Constants with several values at once: by key, and by what holds of a record.
import { NotEvaluable } from '../not-evaluable.js';
import type { Expression, Scope } from '../specification.js';

/** `constants.perDiem[record.country]`. Where there are others, every key has a value. */
export function valuesByKey(
  values: ReadonlyMap<string, unknown>,
  others: { readonly value: unknown } | undefined,
) {
  const byKey = new Map(values);
  if (!others) return byKey;
  const [get, has] = [byKey.get.bind(byKey), byKey.has.bind(byKey)];
  // The library takes a map for one only where it is nothing else.
  return Object.assign(byKey, {
    get: (key: string) => (has(key) ? get(key) : others.value),
    has: () => true,
  });
}

export interface DecisionRow {
  /** undefined: it did not pass the check, or it is the last. */
  readonly when?: Expression<boolean>;
  readonly value: unknown;
}

/** The first row that holds. Where nobody can tell whether one does, nobody can tell what comes after it either. */
export class DecisionTable {
  private rows: readonly DecisionRow[] = [];

  /** Conditions are compiled once everything they may look at is known. */
  decideBy(rows: readonly DecisionRow[]): void {
    this.rows = rows;
  }

  of(scope: Scope): unknown {
    const plain = withIds(scope);
    for (const { when, value } of this.rows) if (!when || when.evaluate(plain)) return value;
    throw new NotEvaluable('no row of the table holds');
  }
}

/** Calls and mails see people where conditions see their ids. */
function withIds(scope: Scope): Scope {
  const { record } = scope;
  if (!record || !Object.values(record.fields).some(isPerson)) return scope;
  const fields = Object.fromEntries(
    Object.entries(record.fields).map(([key, value]) => [key, isPerson(value) ? value.id : value]),
  );
  return { ...scope, record: { ...record, fields } };
}

const isPerson = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

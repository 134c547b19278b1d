// The record as it will be: computed fields worked out, its title written, what changes told.
import { plainNumber } from '#specification/numbers/units.js';
import type { Entity, Field, RecordInScope } from '#specification/specification.js';
import { type Value, isBlank, sameValue } from '#specification/value.js';
import { OVERFLOW, storable, TOO_MUCH } from '../expressions.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import { mentions } from '../told-fields.js';
import type { DecisionContext } from './decision-context.js';
import { fieldValue, withValues } from './record-state.js';
import { placesOf } from '#specification/field-types/type-of.js';
import type { Changes } from './approval-events.js';

export interface CompletedRecord {
  readonly record: RecordInScope;
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** Works out computed fields and title of a record whose other values are final. */
export function completed(decisionContext: DecisionContext, draft: RecordInScope): CompletedRecord {
  const { entity, user, now } = decisionContext;
  const reasons: Reason[] = [];
  let record = draft;
  for (const field of computedInOrder(entity)) {
    const value = storable(field.computed!, field, { record, user, now });
    if (value === OVERFLOW) reasons.push(overflow(decisionContext, field));
    else if (value === TOO_MUCH) reasons.push(tooMuch(decisionContext, field));
    else if (!sameValue(value, fieldValue(record, field.key))) record = withField(record, field.key, value);
  }
  const title = entity.recordTitle.render({ record, user, now });
  return { record, title: isBlank(title) ? (record.number ?? entity.title) : title, reasons };
}

export function withField(record: RecordInScope, key: string, value: Value): RecordInScope {
  return { ...record, fields: withValues(record.fields, new Map([[key, value]])) };
}

/** Field → from what to what, of the fields in which two states of a record differ, and of those written regardless. */
export function changesBetween(
  before: RecordInScope,
  after: RecordInScope,
  written: ReadonlySet<string> = new Set(),
): Changes {
  const keys = new Set([...Object.keys(before.fields), ...Object.keys(after.fields), ...written]);
  const changes = [...keys].map(
    (key) => [key, { from: fieldValue(before, key), to: fieldValue(after, key) }] as const,
  );
  return Object.fromEntries(
    changes.filter(([key, { from, to }]) => written.has(key) || !sameValue(from, to)),
  );
}

function overflow(decisionContext: DecisionContext, field: Field): Reason {
  const max = plainNumber(Number.MAX_SAFE_INTEGER, placesOf(field));
  const about = { with: { field: field.title, max }, fields: [field.key], place: field.place };
  return reason(decisionContext, 'TOO_LARGE', about);
}

function tooMuch(decisionContext: DecisionContext, field: Field): Reason {
  const about = { with: { what: field.title }, fields: [field.key], place: field.computed!.place };
  return reason(decisionContext, 'TOO_MUCH_TO_COMPUTE', about);
}

const orders = new WeakMap<Entity, readonly Field[]>();

/** Computed fields, those others are computed from first. */
function computedInOrder(entity: Entity): readonly Field[] {
  let order = orders.get(entity);
  if (!order) orders.set(entity, (order = sorted(entity.fields.filter(({ computed }) => computed))));
  return order;
}

function sorted(fields: readonly Field[]): readonly Field[] {
  const order = new Set<Field>();
  const visit = (field: Field, above: ReadonlySet<Field>): void => {
    if (order.has(field) || above.has(field)) return;
    const below = new Set(above).add(field);
    for (const other of fields) if (mentions(field.computed!, other.key)) visit(other, below);
    order.add(field);
  };
  for (const field of fields) visit(field, new Set());
  return [...order];
}

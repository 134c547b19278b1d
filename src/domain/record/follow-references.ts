// Values that come along when a record is pointed to: another cost centre brings its budget holder with it.
import type { Entity, Field, RecordInScope } from '#specification/specification.js';
import { typeOf } from '#specification/field-types/type-of.js';
import { type Fields, type Scalar, type Value, sameValue } from '#specification/value.js';
import { mayRead, mayReadField } from '../permissions.js';
import { withField } from './completed.js';
import type { RecordDecisionContext } from './decision-context.js';
import { fieldValue } from './record-state.js';

/** References of the entity that some field follows. */
export const followedReferences = ({ fields }: Entity): readonly Field[] => {
  const keys = new Set(fields.flatMap(({ follows }) => (follows ? [follows.reference] : [])));
  return fields.filter(({ key }) => keys.has(key));
};

/** Where a reference points elsewhere than before, what follows it does so too, unless it was given something else at the same time. */
export function followReferences(
  context: RecordDecisionContext,
  before: { readonly fields: Fields },
  draft: RecordInScope,
): RecordInScope {
  let record = draft;
  for (const field of context.entity.fields) {
    const found = field.follows && valueThere(context, field, field.follows, { before, draft });
    const now = fieldValue(draft, field.key);
    const given = now !== null && !sameValue(now, fieldValue(before, field.key));
    if (found && !given && !sameValue(now, found.value)) record = withField(record, field.key, found.value);
  }
  return record;
}

/** undefined: it points where it pointed before, to nothing, or to what this person may not read. */
function valueThere(
  context: RecordDecisionContext,
  own: Field,
  { reference, field }: NonNullable<Field['follows']>,
  { before, draft }: { readonly before: { readonly fields: Fields }; readonly draft: RecordInScope },
): { readonly value: Value } | undefined {
  const { known, user, now } = context;
  const id = fieldValue(draft, reference);
  if (typeof id !== 'string' || sameValue(id, fieldValue(before, reference))) return undefined;
  const target = known.followed?.get(id);
  if (!target || !mayRead(target.entity, target.record, user, now)) return undefined;
  if (!mayReadField(target.entity, field, target.record, user, now)) return undefined;
  const value = fieldValue(target.record, field);
  return { value: typeof value === 'object' || !mayBe(context, own, value) ? null : value };
}

/** Nobody comes along who could not be chosen. */
function mayBe({ known }: RecordDecisionContext, own: Field, value: Scalar): boolean {
  if (typeOf(own).pointsTo !== 'person') return true;
  const id = String(value);
  return known.people.has(id) && !known.fromLogs.has(id) && mayHoldFor(own, known.rolesOf?.get(id));
}

/** `held`: roles of somebody; undefined: nobody asks for them. */
export const mayHoldFor = ({ roles = [] }: Field, held: readonly string[] | undefined): boolean =>
  roles.length === 0 || held === undefined || roles.some((role) => held.includes(role));

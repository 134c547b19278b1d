// Asks expressions of a specification: what it means when they have no answer, and which fields they, and texts with
// expressions in them, may look at or tell.
import { NotEvaluable, OutOfCalendar, TooManySteps } from '../specification/values/not-evaluable.js';
import type {
  Expression,
  Field,
  Scope,
  CatalogueEntry,
  Entity,
} from '../specification/model/specification.js';
import { isErased, type Value } from '../specification/model/stored-value.js';
import { hasRows, typeOf } from '../specification/field-types/field-type-of.js';
import { splitTemplate } from '../specification/cel/text-template.js';
import { namesInCode, wholeSource } from '../specification/cel/names-in-expressions.js';

/** The answer, or `otherwise` where a value it needs is missing, was erased or makes no sense. */
export function answers<T>(expression: Expression<T>, scope: Scope, otherwise: T): T {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof NotEvaluable) return otherwise;
    throw error;
  }
}

/** Nobody knows the answer: it takes more steps than an expression may. */
export const TOO_MUCH = Symbol('too much');

/** The same where it matters whether there is no answer, or was no time for one. */
export function judges<T, Otherwise = T>(
  expression: Expression<T>,
  scope: Scope,
  otherwise: Otherwise,
  tellsOutOfCalendar = false,
): T | Otherwise | typeof TOO_MUCH {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof TooManySteps) return TOO_MUCH;
    if (tellsOutOfCalendar && error instanceof OutOfCalendar) throw error;
    if (error instanceof NotEvaluable) return otherwise;
    throw error;
  }
}

/** Too large to be stored exactly, or no day of the calendar. */
export const OVERFLOW = Symbol('overflow');

type Storable = Value | typeof OVERFLOW | typeof TOO_MUCH;

/** What a computed field or a default is stored as: null where there is no answer. */
export function storable(expression: Expression<Value>, field: Field, scope: Scope): Storable {
  const answer = evaluated(expression, scope);
  if (answer === TOO_MUCH || answer === OVERFLOW) return answer;
  if (answer === '' || answer === null || answer === undefined) return null;
  if (typeof answer === 'bigint' || typeof answer === 'number') return exact(answer);
  if (typeof answer === 'object') return fromObject(answer, field);
  if (typeof answer === 'string') return keptText(field, answer);
  return typeof answer === 'boolean' ? answer : null;
}

function evaluated(expression: Expression<Value>, scope: Scope): unknown {
  try {
    return judges(expression, scope, null, true);
  } catch (error) {
    if (error instanceof OutOfCalendar) return OVERFLOW;
    throw error;
  }
}

const keptText = (field: Field, text: string): Value => (typeOf(field).kept?.(field, text) ?? text) || null;

function exact(answer: number | bigint): number | typeof OVERFLOW {
  const number = Number(answer);
  return Number.isSafeInteger(number) ? number + 0 : OVERFLOW;
}

/** `default: user` means the person's id. */
function fromObject(answer: object, field: Field): Value {
  if (isErased(answer)) return answer;
  if (Array.isArray(answer)) return hasRows(field) && answer.length > 0 ? (answer as Value) : null;
  return 'id' in answer && typeof answer.id === 'string' ? answer.id : null;
}

const namesOf = new WeakMap<Expression<unknown>, ReadonlySet<string>>();

/** Whether an expression may look at a field: it has the field's name in it. */
export const mentions = (expression: Expression<unknown>, key: string): boolean =>
  namesMentioned(expression).has(key);

export function namesMentioned(expression: Expression<unknown>): ReadonlySet<string> {
  let names = namesOf.get(expression);
  if (!names) namesOf.set(expression, (names = namesInCode(wholeSource(expression))));
  return names;
}

/** Whether an expression may look at a field that not everybody who reads a record sees. */
export const mentionsRestricted = (
  expression: Expression<unknown>,
  { permissions: { fields } }: Pick<Entity, 'permissions'>,
): boolean => Object.keys(fields).some((key) => fields[key]!.read && mentions(expression, key));

/** Fields that a text with expressions in it may tell. Every name in its expressions counts, so that none is missed. */
export function fieldsInTemplate(
  entity: { readonly fields: readonly { readonly key: string }[] },
  source: string,
): readonly string[] {
  const code = splitTemplate(source).parts.filter((part) => part.code);
  const names = namesInCode(code.map(({ text }) => text).join(' '));
  return entity.fields.filter(({ key }) => names.has(key)).map(({ key }) => key);
}

/** Whether an entry of the error catalogue has an expression about a record. */
export const quotesRecord = ({ message, remedy }: CatalogueEntry): boolean =>
  [message, remedy].some(
    (text) =>
      text !== undefined &&
      splitTemplate(text.source).parts.some((part) => part.code && namesInCode(part.text).has('record')),
  );

const revealed = new WeakMap<CatalogueEntry, Map<Entity, readonly string[]>>();

/** Fields that an entry of the error catalogue quotes, of this entity's. */
export function fieldsRevealedBy(entry: CatalogueEntry, entity: Entity): readonly string[] {
  const byEntity = revealed.get(entry) ?? new Map<Entity, readonly string[]>();
  revealed.set(entry, byEntity);
  const known = byEntity.get(entity);
  if (known) return known;
  const found = [entry.message, entry.remedy].flatMap((text) =>
    text ? fieldsInTemplate(entity, text.source) : [],
  );
  byEntity.set(entity, found);
  return found;
}

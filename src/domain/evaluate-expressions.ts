import { NotEvaluable, YearOutOfRange, TooManySteps } from '../specification/values/not-evaluable.js';
import type {
  Expression,
  Field,
  Scope,
  ErrorCatalogueEntry,
  Entity,
} from '../specification/model/specification.js';
import { isErased, type Value } from '../specification/model/stored-value.js';
import { hasRows, getFieldType } from '../specification/field-types/find-field-type.js';
import { splitTemplate } from '../specification/cel/text-template.js';
import { findIdentifiers, joinSourceWithTables } from '../specification/cel/find-identifiers.js';

/** `otherwise` if a value is missing, erased or invalid. */
export function evaluateOr<T>(expression: Expression<T>, scope: Scope, otherwise: T): T {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof NotEvaluable) return otherwise;
    throw error;
  }
}

export const BUDGET_EXCEEDED = Symbol('too much');

/** Returns an exceeded budget instead of `otherwise`. */
export function evaluateWithinBudget<T, Otherwise = T>(
  expression: Expression<T>,
  scope: Scope,
  otherwise: Otherwise,
  throwsOutOfCalendar = false,
): T | Otherwise | typeof BUDGET_EXCEEDED {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof TooManySteps) return BUDGET_EXCEEDED;
    if (throwsOutOfCalendar && error instanceof YearOutOfRange) throw error;
    if (error instanceof NotEvaluable) return otherwise;
    throw error;
  }
}

/** No safe integer, or no date of the calendar. */
export const OUT_OF_RANGE = Symbol('overflow');

type StorableResult = Value | typeof OUT_OF_RANGE | typeof BUDGET_EXCEEDED;

/** null without a result. */
export function evaluateStorable(expression: Expression<Value>, field: Field, scope: Scope): StorableResult {
  const answer = evaluateInRange(expression, scope);
  if (answer === BUDGET_EXCEEDED || answer === OUT_OF_RANGE) return answer;
  if (answer === '' || answer === null || answer === undefined) return null;
  if (typeof answer === 'bigint' || typeof answer === 'number') return toSafeInteger(answer);
  if (typeof answer === 'object') return toStoredValue(answer, field);
  if (typeof answer === 'string') return normalizeText(field, answer);
  return typeof answer === 'boolean' ? answer : null;
}

function evaluateInRange(expression: Expression<Value>, scope: Scope): unknown {
  try {
    return evaluateWithinBudget(expression, scope, null, true);
  } catch (error) {
    if (error instanceof YearOutOfRange) return OUT_OF_RANGE;
    throw error;
  }
}

const normalizeText = (field: Field, text: string): Value =>
  (getFieldType(field).normalize?.(field, text) ?? text) || null;

function toSafeInteger(answer: number | bigint): number | typeof OUT_OF_RANGE {
  const number = Number(answer);
  return Number.isSafeInteger(number) ? number + 0 : OUT_OF_RANGE;
}

function toStoredValue(answer: object, field: Field): Value {
  if (isErased(answer)) return answer;
  if (Array.isArray(answer)) return hasRows(field) && answer.length > 0 ? (answer as Value) : null;
  return 'id' in answer && typeof answer.id === 'string' ? answer.id : null;
}

const namesCache = new WeakMap<Expression<unknown>, ReadonlySet<string>>();

export const mentionsIdentifier = (expression: Expression<unknown>, key: string): boolean =>
  listMentionedIdentifiers(expression).has(key);

export function listMentionedIdentifiers(expression: Expression<unknown>): ReadonlySet<string> {
  let names = namesCache.get(expression);
  if (!names) namesCache.set(expression, (names = findIdentifiers(joinSourceWithTables(expression))));
  return names;
}

export const readsRestrictedField = (
  expression: Expression<unknown>,
  { permissions: { fields } }: Pick<Entity, 'permissions'>,
): boolean => Object.keys(fields).some((key) => fields[key]!.read && mentionsIdentifier(expression, key));

/** Every name in an expression may reveal its field. */
export function listTemplateFields(
  entity: { readonly fields: readonly { readonly key: string }[] },
  source: string,
): readonly string[] {
  const code = splitTemplate(source).parts.filter((part) => part.code);
  const names = findIdentifiers(code.map(({ text }) => text).join(' '));
  return entity.fields.filter(({ key }) => names.has(key)).map(({ key }) => key);
}

export const isRecordQuoted = ({ message, remedy }: ErrorCatalogueEntry): boolean =>
  [message, remedy].some(
    (text) =>
      text !== undefined &&
      splitTemplate(text.source).parts.some((part) => part.code && findIdentifiers(part.text).has('record')),
  );

const revealedFieldsCache = new WeakMap<ErrorCatalogueEntry, Map<Entity, readonly string[]>>();

export function listRevealedFields(entry: ErrorCatalogueEntry, entity: Entity): readonly string[] {
  const byEntity = revealedFieldsCache.get(entry) ?? new Map<Entity, readonly string[]>();
  revealedFieldsCache.set(entry, byEntity);
  const known = byEntity.get(entity);
  if (known) return known;
  const found = [entry.message, entry.remedy].flatMap((text) =>
    text ? listTemplateFields(entity, text.source) : [],
  );
  byEntity.set(entity, found);
  return found;
}

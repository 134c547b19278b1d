// What calls are made of, as it leaves Daybook: plain JSON, and texts that programs read.
import { NotEvaluable, TooManySteps } from '../values/not-evaluable.js';
import type { CallBody, CallText, Expression, Scope } from '../model/specification.js';
import { CalendarDate, Period } from '../values/calendar-date.js';
import { Decimal, formatDecimal } from '../values/decimal.js';
import type { DisplayLocale } from '../values/format-value.js';
import { resultText } from './text-template.js';

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Amounts and decimals are texts with all their digits, people and references their ids; what is not given is null. */
export function bodyJson(body: CallBody, scope: Scope): JsonValue {
  if ('as' in body) return body.as;
  if ('list' in body) return body.list.map((each) => bodyJson(each, scope));
  if ('members' in body)
    return Object.fromEntries(body.members.map(([key, value]) => [key, bodyJson(value, scope)]));
  return given(body.is, scope) ?? null;
}

/** A text that people read: numbers, amounts, days and moments as the application writes them; what is not given is nothing. */
export const mailText = (text: CallText, scope: Scope, locale: DisplayLocale): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part;
      const result = resultOf(part, scope);
      return isWritten(result) ? resultText(result, locale) : plain(json(result));
    })
    .join('');

/** Whether it is a value that languages write in their own ways. */
const isWritten = (result: unknown): boolean =>
  typeof result === 'bigint' || [Decimal, CalendarDate, Period, Date].some((type) => result instanceof type);

/** A text for programs: what is not given is nothing. */
export function callText(text: CallText, scope: Scope): string {
  return text.map((part) => (typeof part === 'string' ? part : plain(given(part, scope) ?? null))).join('');
}

/**
 * Values of a record cannot lead elsewhere: they are escaped. What the document itself says stands as it is. Throws `NotEvaluable` where
 * something is not given.
 */
export function callAddress(text: CallText, scope: Scope): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = given(part, scope);
      if (value === undefined || value === null || value === '')
        throw new NotEvaluable(`${part.source} is not given`);
      return CONSTANT.test(part.source) ? plain(value) : encodeURIComponent(plain(value));
    })
    .join('');
}

const CONSTANT = /^\s*constants\.\w+\s*$/;

/** undefined: not given. */
function given(expression: Expression, scope: Scope): JsonValue | undefined {
  const result = resultOf(expression, scope);
  return result === undefined ? undefined : json(result);
}

/** undefined: not given. */
function resultOf(expression: Expression, scope: Scope): unknown {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof NotEvaluable && !(error instanceof TooManySteps)) return undefined;
    throw error;
  }
}

const plain = (value: JsonValue): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function json(result: unknown): JsonValue {
  if (result === null || result === undefined) return null;
  if (typeof result === 'bigint')
    return Number.isSafeInteger(Number(result)) ? Number(result) : String(result);
  if (typeof result === 'number') return Number.isFinite(result) ? result : null;
  if (typeof result === 'string' || typeof result === 'boolean') return result;
  return typeof result === 'object' ? objectJson(result) : null;
}

function objectJson(result: object): JsonValue {
  if (result instanceof Decimal) return formatDecimal(result);
  if (result instanceof CalendarDate || result instanceof Period) return result.iso;
  if (result instanceof Date) return result.toISOString();
  if (Array.isArray(result)) return result.map(json);
  if (result instanceof Map)
    return Object.fromEntries([...result].map(([key, value]) => [String(key), json(value)]));
  if ('id' in result && 'name' in Object.getPrototypeOf(result)) return json(result.id);
  return Object.fromEntries(propertiesOf(result));
}

/** Rows have getters that throw where nothing is given. */
function* propertiesOf(result: object): Iterable<readonly [string, JsonValue]> {
  for (const key in result) yield [key, memberOf(result as Readonly<Record<string, unknown>>, key)];
}

function memberOf(result: Readonly<Record<string, unknown>>, key: string): JsonValue {
  try {
    return json(result[key]);
  } catch (error) {
    if (error instanceof NotEvaluable) return null;
    throw error;
  }
}

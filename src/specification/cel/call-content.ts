import { NotEvaluable, TooManySteps } from '../values/not-evaluable.js';
import type { CallBody, CallText, Expression, Scope } from '../model/specification.js';
import { CalendarDate, Period } from '../values/calendar-date.js';
import { Decimal, formatDecimal } from '../values/decimal.js';
import type { DisplayLocale } from '../values/format-by-locale.js';
import { formatResult } from './text-template.js';

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Amounts and decimals become texts with all digits, people and references ids, missing values null. */
export function evaluateCallBody(body: CallBody, scope: Scope): JsonValue {
  if ('as' in body) return body.as;
  if ('list' in body) return body.list.map((each) => evaluateCallBody(each, scope));
  if ('members' in body)
    return Object.fromEntries(body.members.map(([key, value]) => [key, evaluateCallBody(value, scope)]));
  return evaluateJson(body.is, scope) ?? null;
}

/** Values are written in the application's locale, for people. */
export const renderMailText = (text: CallText, scope: Scope, locale: DisplayLocale): string =>
  text
    .map((part) => {
      if (typeof part === 'string') return part;
      const result = evaluateOrUndefined(part, scope);
      return isWritten(result) ? formatResult(result, locale) : formatPlain(toJson(result));
    })
    .join('');

const isWritten = (result: unknown): boolean =>
  typeof result === 'bigint' || [Decimal, CalendarDate, Period, Date].some((type) => result instanceof type);

/** Values are written for programs; missing ones are empty. */
export function renderCallText(text: CallText, scope: Scope): string {
  return text
    .map((part) => (typeof part === 'string' ? part : formatPlain(evaluateJson(part, scope) ?? null)))
    .join('');
}

/** Escapes values, so that they cannot lead to another host. Throws `NotEvaluable`. */
export function renderCallUrl(text: CallText, scope: Scope): string {
  return text
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = evaluateJson(part, scope);
      if (value === undefined || value === null || value === '')
        throw new NotEvaluable(`${part.source} is not given`);
      return CONSTANT.test(part.source) ? formatPlain(value) : encodeURIComponent(formatPlain(value));
    })
    .join('');
}

const CONSTANT = /^\s*constants\.\w+\s*$/;

/** undefined: a value is missing. */
function evaluateJson(expression: Expression, scope: Scope): JsonValue | undefined {
  const result = evaluateOrUndefined(expression, scope);
  return result === undefined ? undefined : toJson(result);
}

function evaluateOrUndefined(expression: Expression, scope: Scope): unknown {
  try {
    return expression.evaluate(scope);
  } catch (error) {
    if (error instanceof NotEvaluable && !(error instanceof TooManySteps)) return undefined;
    throw error;
  }
}

const formatPlain = (value: JsonValue): string => {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function toJson(result: unknown): JsonValue {
  if (result === null || result === undefined) return null;
  if (typeof result === 'bigint')
    return Number.isSafeInteger(Number(result)) ? Number(result) : String(result);
  if (typeof result === 'number') return Number.isFinite(result) ? result : null;
  if (typeof result === 'string' || typeof result === 'boolean') return result;
  return typeof result === 'object' ? objectToJson(result) : null;
}

function objectToJson(result: object): JsonValue {
  if (result instanceof Decimal) return formatDecimal(result);
  if (result instanceof CalendarDate || result instanceof Period) return result.iso;
  if (result instanceof Date) return result.toISOString();
  if (Array.isArray(result)) return result.map(toJson);
  if (result instanceof Map)
    return Object.fromEntries([...result].map(([key, value]) => [String(key), toJson(value)]));
  if ('id' in result && 'name' in Object.getPrototypeOf(result)) return toJson(result.id);
  return Object.fromEntries(listProperties(result));
}

/** Getters of rows throw for missing values. */
function* listProperties(result: object): Iterable<readonly [string, JsonValue]> {
  for (const key in result) yield [key, readMember(result as Readonly<Record<string, unknown>>, key)];
}

function readMember(result: Readonly<Record<string, unknown>>, key: string): JsonValue {
  try {
    return toJson(result[key]);
  } catch (error) {
    if (error instanceof NotEvaluable) return null;
    throw error;
  }
}

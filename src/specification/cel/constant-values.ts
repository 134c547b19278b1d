import { CalendarDate, isDate, Period, PERIOD_PATTERN } from '../values/calendar-date.js';
import { getCurrencyPlaces, isCurrency, createMoney, toCelMoneyType } from '../values/currency.js';
import { toDecimal, parseDecimal } from '../values/decimal.js';

export interface TypedConstant {
  readonly type: string;
  readonly value: unknown;
}

/** `5000 EUR`, `3`, `0.19`, `true`, `2026-01-31`, `P3D`, else text. `source`: as written. */
export function parseConstant(shown: string | number | boolean, source: string): TypedConstant {
  if (typeof shown === 'boolean') return { type: 'bool', value: shown };
  if (typeof shown === 'number') {
    if (Number.isSafeInteger(shown) && /^[+-]?\d+$/.test(source))
      return { type: 'int', value: BigInt(shown) };
    return { type: 'decimal', value: parseDecimal(source) ?? toDecimal(shown) };
  }
  const money = parseMoneyConstant(shown);
  if (money) return money;
  if (isDate(shown)) return { type: 'date', value: new CalendarDate(shown) };
  if (PERIOD_PATTERN.test(shown)) return { type: 'period', value: new Period(shown) };
  return { type: 'string', value: shown };
}

function parseMoneyConstant(shown: string): TypedConstant | undefined {
  const [, amount = '', currency = ''] = /^([+-]?\d+(?:\.\d+)?)\s+([A-Z]{3})$/.exec(shown.trim()) ?? [];
  const parsed = parseDecimal(amount);
  if (!parsed || !isCurrency(currency) || parsed.places > Math.max(getCurrencyPlaces(currency), 6))
    return undefined;
  return { type: toCelMoneyType(currency), value: createMoney(currency, parsed) };
}

/** undefined: invalid. */
export function parseConstantOfType(text: string, wanted: string): TypedConstant | undefined {
  if (wanted === 'string') return { type: wanted, value: text };
  const typed = parseConstant(parseYamlScalar(text), text);
  if (typed.type === wanted) return typed;
  const exactly = wanted === 'decimal' && typed.type === 'int' ? parseDecimal(text) : undefined;
  return exactly && { type: wanted, value: exactly };
}

export function parseYamlScalar(text: string): string | number | boolean {
  if (/^(true|false)$/.test(text)) return text === 'true';
  return /^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text) ? Number(text) : text;
}

export interface DatedValue {
  readonly value: unknown;
  readonly from?: string;
}

/** Oldest first; the oldest also holds before its date. */
export function findConstantValue(values: readonly DatedValue[], day: () => string): unknown {
  return values.length === 1 ? values[0]?.value : findEntryOnDay(values, day())?.value;
}

export const findEntryOnDay = <Dated extends { readonly from?: string }>(
  values: readonly Dated[],
  day: string,
): Dated | undefined => values.findLast(({ from }) => from === undefined || from <= day) ?? values[0];

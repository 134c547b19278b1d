import {
  createDayParameter,
  createNumberParameter,
  createPeriodParameter,
  createPhrase,
  type MessageParameter,
} from '../refusal-words/phrases.js';
import { Decimal } from '../values/decimal.js';
import type { DisplayLocale } from '../values/format-by-locale.js';
import { parseYamlScalar, parseConstantOfType, parseConstant } from './constant-values.js';
import { CalendarDate, Period } from '../values/calendar-date.js';

/** `text`: `5000 EUR`. */
export const formatConstant = (type: string, text: string, locale: DisplayLocale): MessageParameter =>
  formatConstantValue(parseConstantOfType(text, type)?.value ?? text, locale);

export const formatUntypedConstant = (text: string, locale: DisplayLocale): MessageParameter =>
  formatConstantValue(parseConstant(parseYamlScalar(text), text).value, locale);

function formatConstantValue(value: unknown, locale: DisplayLocale): MessageParameter {
  if (typeof value === 'boolean') return createPhrase(value ? 'constant.yes' : 'constant.no');
  if (typeof value === 'bigint') return createNumberParameter(new Decimal(value, 0), locale);
  if (value instanceof Decimal)
    return createNumberParameter(value, locale, 'currency' in value ? String(value.currency) : undefined);
  if (value instanceof CalendarDate) return createDayParameter(value.iso, locale);
  return value instanceof Period ? createPeriodParameter(value.iso, locale) : String(value);
}

// The value of a constant as sentences and pages say it: “€5,000”, “3 days”.
import {
  createDayParameter,
  createNumberParameter,
  createPeriodParameter,
  createPhrase,
  type Words,
} from '../refusal-words/message-parameters.js';
import { Decimal } from '../values/decimal.js';
import type { DisplayLocale } from '../values/format-value.js';
import { parseYamlScalar, parseConstantOfType, parseConstant } from './constant-values.js';
import { CalendarDate, Period } from '../values/calendar-date.js';

/** `type`: expression type of the constant. `text`: as a document writes it, such as `5000 EUR`. */
export const formatConstant = (type: string, text: string, locale: DisplayLocale): Words =>
  formatConstantValue(parseConstantOfType(text, type)?.value ?? text, locale);

/** The same where its type is not known any more. */
export const formatUntypedConstant = (text: string, locale: DisplayLocale): Words =>
  formatConstantValue(parseConstant(parseYamlScalar(text), text).value, locale);

function formatConstantValue(value: unknown, locale: DisplayLocale): Words {
  if (typeof value === 'boolean') return createPhrase(value ? 'constant.yes' : 'constant.no');
  if (typeof value === 'bigint') return createNumberParameter(new Decimal(value, 0), locale);
  if (value instanceof Decimal)
    return createNumberParameter(value, locale, 'currency' in value ? String(value.currency) : undefined);
  if (value instanceof CalendarDate) return createDayParameter(value.iso, locale);
  return value instanceof Period ? createPeriodParameter(value.iso, locale) : String(value);
}

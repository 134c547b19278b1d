// Values as texts show them to people: amounts with their currency, days and moments as the language writes them.
import { typeOf } from '../field-types/type-of.js';
import type { Field } from '../specification.js';
import { CalendarDate, Period } from '../values/calendar.js';
import { Decimal } from '../values/decimal.js';
import { dayText, type DisplayLocale, momentText, numberText } from '../values/shown-text.js';

type DisplayField = Pick<Field, 'type' | 'places' | 'currency' | 'choices'>;

/** A stored value; '' where nothing is given, or it was erased. */
export function fieldText(field: DisplayField, stored: unknown, manner: DisplayLocale): string {
  if (stored === null || stored === undefined || typeof stored === 'object') return '';
  const { text } = typeOf(field);
  if (text) return text(field, String(stored), manner);
  if (typeof stored === 'number')
    return numberText(new Decimal(BigInt(Math.trunc(stored)), field.places), manner, field.currency);
  return typeof stored === 'boolean' ? (stored ? '✓' : '–') : String(stored);
}

/** What an expression came to. */
export function resultText(result: unknown, manner: DisplayLocale): string {
  if (result === null || result === undefined) return '';
  if (result instanceof Decimal) {
    return numberText(result, manner, 'currency' in result ? String(result.currency) : undefined);
  }
  if (result instanceof CalendarDate) return dayText(result.iso, manner);
  if (result instanceof Date) return momentText(result, manner);
  if (result instanceof Period) return result.iso;
  if (Array.isArray(result)) return result.map((each) => resultText(each, manner)).join(', ');
  return typeof result === 'object' ? '' : String(result);
}

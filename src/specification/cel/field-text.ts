// Values as texts show them to people: amounts with their currency, days and moments as the language writes them.
import type { Field } from '../specification.js';
import { CalendarDate, Period } from './calendar.js';
import { Decimal, decimalText } from './decimal.js';

/** How an application writes numbers and days. */
export interface Manner {
  readonly locale: string;
  readonly timeZone: string;
}

type ShownField = Pick<Field, 'type' | 'places' | 'currency' | 'choices'>;

/** A stored value; '' where nothing is given, or it was erased. */
export function fieldText(field: ShownField, stored: unknown, manner: Manner): string {
  if (stored === null || stored === undefined || typeof stored === 'object') return '';
  if (field.type === 'choice')
    return field.choices.find(({ value }) => value === stored)?.title ?? String(stored);
  if (typeof stored === 'number')
    return numberText(new Decimal(BigInt(Math.trunc(stored)), field.places), manner, field.currency);
  if (field.type === 'date') return dayText(String(stored), manner);
  if (field.type === 'dateTime') return momentText(new Date(String(stored)), manner);
  return typeof stored === 'boolean' ? (stored ? '✓' : '–') : String(stored);
}

/** What an expression came to. */
export function resultText(result: unknown, manner: Manner): string {
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

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function format<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  const found = formats.get(key) as Format | undefined;
  if (found) return found;
  const made = make();
  formats.set(key, made);
  return made;
}

function numberText(value: Decimal, { locale }: Manner, currency?: string): string {
  const digits = { minimumFractionDigits: value.places, maximumFractionDigits: Math.min(20, value.places) };
  const style = currency === undefined ? {} : { style: 'currency' as const, currency };
  const options = currency === undefined ? digits : {};
  const made = format(
    `${locale} ${currency ?? value.places}`,
    () => new Intl.NumberFormat(locale, { ...style, ...options }),
  );
  return made.format(decimalText(value) as never);
}

function dayText(iso: string, { locale }: Manner): string {
  const day = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return iso;
  return format(
    `${locale} day`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  ).format(day);
}

function momentText(moment: Date, { locale, timeZone }: Manner): string {
  if (Number.isNaN(moment.getTime())) return '';
  const make = () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return format(`${locale} ${timeZone}`, make).format(moment);
}

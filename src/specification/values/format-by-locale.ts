import { getCurrencyPlaces } from './currency.js';
import { type Decimal, formatDecimal } from './decimal.js';

/** Maximum of `Intl`. */
const MAX_PLACES = 20;

export interface DisplayLocale {
  readonly locale: string;
  readonly timeZone: string;
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

export function formatNumber(value: Decimal, { locale }: DisplayLocale, currency?: string): string {
  const places = currency === undefined ? Math.min(MAX_PLACES, value.places) : getCurrencyPlaces(currency);
  const style = currency === undefined ? {} : { style: 'currency' as const, currency };
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const made = format(
    `${locale} ${currency ?? places}`,
    () => new Intl.NumberFormat(locale, { ...style, ...digits }),
  );
  return made.format(formatDecimal(value) as never);
}

/** “€5,000”; integers like years stay ungrouped. */
export function formatNumberInSentence(value: Decimal, { locale }: DisplayLocale, currency?: string): string {
  const text = formatDecimal(value);
  const places = currency === undefined ? Math.min(MAX_PLACES, value.places) : getCurrencyPlaces(currency);
  const isYear = currency === undefined && /^(?:19|20)\d\d$/.test(text);
  const options = {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    trailingZeroDisplay: 'stripIfInteger',
    useGrouping: !isYear,
    ...(currency !== undefined && { style: 'currency', currency }),
  } as const;
  return format(
    `${locale} ${currency ?? places} sentence ${isYear}`,
    () => new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions),
  ).format(text as never);
}

const PERIOD_UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** “3 days”, of ISO 8601. */
export function formatPeriod(iso: string, { locale }: DisplayLocale): string {
  const [, ...amounts] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso) ?? [];
  const parts = PERIOD_UNITS.flatMap((unit, index) => {
    const amount = amounts[index];
    if (amount === undefined) return [];
    const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
    return [
      format(`${locale} period ${unit}`, () => new Intl.NumberFormat(locale, options)).format(
        amount as never,
      ),
    ];
  });
  return parts.length === 0 ? iso : parts.join(' ');
}

/** `Intl` writes 0026 as “26”, which reads as 2026. */
export const isBeforeYear1000 = (iso: string): boolean => iso < '1000' || iso.startsWith('-');

export function formatDay(iso: string, { locale }: DisplayLocale): string {
  const day = new Date(`${iso}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || isBeforeYear1000(iso)) return iso;
  return format(
    `${locale} day`,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  ).format(day);
}

export function formatMoment(moment: Date, { locale, timeZone }: DisplayLocale): string {
  if (Number.isNaN(moment.getTime())) return '';
  if (isBeforeYear1000(moment.toISOString())) return moment.toISOString();
  const make = () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return format(`${locale} ${timeZone}`, make).format(moment);
}

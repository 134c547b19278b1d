// In which manner a CSV is written: plainly for programs, exactly as stored, or as Excel of the application's language opens it.
import { notationOf } from '#specification/numbers/notation.js';
import type { DisplayLocale } from '#specification/values/shown-text.js';
import { fixedPoint } from '#specification/value.js';
import { EXCEL, FLAVOUR, RAW } from '../addresses/list-address.js';
import { withoutCommand, withoutFormula } from './formula-cells.js';

export interface CsvFlavour {
  readonly bom: boolean;
  readonly delimiter: ',' | ';';
  readonly cell: (text: string) => string;
  readonly number: (units: number | bigint, places: number) => string;
  /** `2026-11-20` */
  readonly day: (iso: string) => string;
  /** `2026-11-20T10:00:00.000Z` */
  readonly moment: (iso: string) => string;
}

const same = (text: string): string => text;

const plain = (cell: CsvFlavour['cell']): CsvFlavour => ({
  ...{ bom: false, delimiter: ',', cell, day: same, moment: same },
  number: (units, places) => fixedPoint(BigInt(units), places),
});

export function csvFlavourOf(query: URLSearchParams, manner: DisplayLocale): CsvFlavour {
  if (query.get(FLAVOUR) === EXCEL) return excel(manner);
  return plain(query.get(RAW) === '1' ? same : withoutCommand);
}

/** Excel reads UTF-8 by its byte order mark, and splits by a semicolon where a comma begins the fraction. */
function excel({ locale, timeZone }: DisplayLocale): CsvFlavour {
  const isComma = notationOf({ type: 'decimal' }, locale).write(15, 1).includes(',');
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...digits, timeZone: 'UTC' });
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { ...time, timeZone });
  const zonedDay = new Intl.DateTimeFormat(locale, { ...digits, timeZone });
  return {
    bom: true,
    delimiter: isComma ? ';' : ',',
    cell: withoutFormula,
    number: (units, places) => {
      const text = fixedPoint(BigInt(units), places);
      return isComma ? text.replace('.', ',') : text;
    },
    day: (iso) => dated(`${iso}T00:00:00Z`, iso, (date) => day.format(date)),
    moment: (iso) => dated(iso, iso, (date) => `${zonedDay.format(date)} ${clock.format(date)}`),
  };
}

/** Excel knows no day before 1900: it stays as it is stored. */
function dated(moment: string, stored: string, write: (date: Date) => string): string {
  const date = new Date(moment);
  return date.getUTCFullYear() > 1900 ? write(date) : stored;
}

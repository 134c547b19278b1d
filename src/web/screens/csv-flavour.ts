// In which manner a CSV is written: plainly for programs, exactly as stored, or so that Excel of the application's language keeps each value.
import { getNumberNotation } from '#specification/numbers/number-notation.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import { EXCEL, FLAVOUR, RAW } from '../addresses/list-address.js';
import { withoutCommand, withoutConversion } from './formula-cells.js';

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
  bom: false,
  delimiter: ',',
  cell,
  day: same,
  moment: same,
  number: (units, places) => formatFixedPoint(BigInt(units), places),
});

export function csvFlavourOf(query: URLSearchParams, manner: DisplayLocale): CsvFlavour {
  if (query.get(FLAVOUR) === EXCEL) return excel(manner);
  return plain(query.get(RAW) === '1' ? same : withoutCommand);
}

/** Excel reads UTF-8 by its byte order mark, and splits by a semicolon where a comma begins the fraction. */
function excel(manner: DisplayLocale): CsvFlavour {
  const isComma = getNumberNotation({ type: 'decimal' }, manner.locale).write(15, 1).includes(',');
  return {
    bom: true,
    delimiter: isComma ? ';' : ',',
    cell: withoutConversion,
    number: (units, places) => {
      const text = formatFixedPoint(BigInt(units), places);
      if (text.replaceAll(/\D/g, '').length > EXACT_DIGITS) return `'${text}`;
      return isComma ? text.replace('.', ',') : text;
    },
    // Excel reads 2026-05-11 as that day wherever it runs; 11/05/2026 would be another one on a machine set to American English.
    day: same,
    moment: (iso) => localMoment(iso, manner),
  };
}

/** What Excel calculates with: the digits behind them become zeros. */
const EXACT_DIGITS = 15;

/** In the application's time zone, as a form writes it: exact, and with its offset where the clocks pass that hour twice. */
const localMoment = (iso: string, manner: DisplayLocale): string =>
  formatForForm({ type: 'dateTime', places: 0 }, iso, manner).replace('T', ' ');

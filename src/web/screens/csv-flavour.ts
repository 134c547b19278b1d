// Plain for programs, or adapted so that Excel in the application's language keeps each value.
import { getNumberNotation } from '#specification/numbers/number-notation.js';
import { formatForForm } from '#specification/field-types/format-for-form.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import { EXCEL_FLAVOUR, CSV_FLAVOUR_PARAMETER, RAW_CELLS_PARAMETER } from '../addresses/list-address.js';
import { escapeFormulaExceptPhone, escapeForExcel } from './csv-injection.js';

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

export function readCsvFlavour(query: URLSearchParams, manner: DisplayLocale): CsvFlavour {
  if (query.get(CSV_FLAVOUR_PARAMETER) === EXCEL_FLAVOUR) return excel(manner);
  return plain(query.get(RAW_CELLS_PARAMETER) === '1' ? same : escapeFormulaExceptPhone);
}

/** Excel needs a byte order mark for UTF-8, and semicolons where the decimal separator is a comma. */
function excel(manner: DisplayLocale): CsvFlavour {
  const isComma = getNumberNotation({ type: 'decimal' }, manner.locale).write(15, 1).includes(',');
  return {
    bom: true,
    delimiter: isComma ? ';' : ',',
    cell: escapeForExcel,
    number: (units, places) => {
      const text = formatFixedPoint(BigInt(units), places);
      if (text.replaceAll(/\D/g, '').length > EXACT_DIGITS) return `'${text}`;
      return isComma ? text.replace('.', ',') : text;
    },
    // Excel reads 2026-05-11 correctly in every locale; 11/05/2026 is ambiguous.
    day: same,
    moment: (iso) => localMoment(iso, manner),
  };
}

/** Excel zeroes further digits. */
const EXACT_DIGITS = 15;

/** Application's time zone, with an offset in the repeated hour of a clock change. */
const localMoment = (iso: string, manner: DisplayLocale): string =>
  formatForForm({ type: 'dateTime', places: 0 }, iso, manner).replace('T', ' ');

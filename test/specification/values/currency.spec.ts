import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { listCurrencies, getCurrencyPlaces } from '#specification/values/currency.js';
import { formatNumber } from '#specification/values/format-by-locale.js';
import { Decimal } from '#specification/values/decimal.js';

/** As a Node.js with another currency table. */
function giveEveryCurrencyFourDigits(): void {
  const options = new Intl.NumberFormat('en').resolvedOptions();
  jest
    .spyOn(Intl.NumberFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, maximumFractionDigits: 4 });
}

describe('the digits of a currency', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('are the same whatever Node.js thinks of them, since stored amounts are counted in them', () => {
    giveEveryCurrencyFourDigits();
    const other = [...listCurrencies()].filter((code) => getCurrencyPlaces(code) !== 2);
    expect(Object.fromEntries(other.map((code) => [code, getCurrencyPlaces(code)]))).toMatchInlineSnapshot(`
     {
       "AFN": 0,
       "ALL": 0,
       "BHD": 3,
       "BIF": 0,
       "CLP": 0,
       "COP": 0,
       "DJF": 0,
       "GNF": 0,
       "HUF": 0,
       "IDR": 0,
       "IQD": 0,
       "IRR": 0,
       "ISK": 0,
       "JOD": 3,
       "JPY": 0,
       "KMF": 0,
       "KPW": 0,
       "KRW": 0,
       "KWD": 3,
       "LAK": 0,
       "LBP": 0,
       "LYD": 3,
       "MGA": 0,
       "MMK": 0,
       "OMR": 3,
       "PKR": 0,
       "PYG": 0,
       "RWF": 0,
       "SLL": 0,
       "SOS": 0,
       "SYP": 0,
       "TND": 3,
       "UGX": 0,
       "VND": 0,
       "VUV": 0,
       "XAF": 0,
       "XOF": 0,
       "XPF": 0,
       "YER": 0,
     }
    `);
  });

  it('are those an amount is shown with', () => {
    const manner = { locale: 'en-GB', timeZone: 'UTC' };
    const shown = (units: bigint, places: number, currency: string) =>
      formatNumber(new Decimal(units, places), manner, currency).replaceAll(/\s/gu, ' ');
    expect([
      shown(1050n, 2, 'EUR'),
      shown(1050n, 0, 'HUF'),
      shown(1050n, 3, 'KWD'),
      shown(1n, 0, 'UYW'),
    ]).toEqual(['€10.50', 'HUF 1,050', 'KWD 1.050', 'UYW 1.00']);
  });

  it('beyond twenty are left out where a number is shown', () => {
    expect(formatNumber(new Decimal(1n, 25), { locale: 'en-GB', timeZone: 'UTC' })).toBe(
      `0.${'0'.repeat(20)}`,
    );
  });
});

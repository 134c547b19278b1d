import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readListAddress, writeListAddress } from '#web/addresses/list-address.js';
import { parseDay, parseUnits } from '#web/addresses/filter-values.js';
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import { translatorFor } from '#views/messages/translate.js';
import { shopSpecification } from '../screens/shop.js';

const specification = shopSpecification();
const entity = specification.entities['Order']!;
const screen = specification.screens.find(({ path }) => path === '/orders')!;
const NOT_OPEN = new Set(['secret', 'iban']);
const asking = {
  specification,
  entity,
  screen,
  open: (key: string) => !NOT_OPEN.has(key),
  now: '2026-11-26T12:00:00.000Z',
  t: translatorFor('en'),
};
const read = (query: string) => readListAddress(new URLSearchParams(query), asking);

describe('the address of a list', () => {
  it('is understood', () => {
    const { query, ignored } = read(
      'state=draft&state=placed&amount.from=100&amount.until=2.5&q=+paper+&sort=-amount&after=abc',
    );
    expect(ignored).toEqual([]);
    expect(query).toEqual({
      filters: [
        { field: 'state', among: ['draft', 'placed'] },
        { field: 'amount', from: 10_000, until: 250 },
      ],
      search: 'paper',
      sort: { field: 'amount', descending: true },
      cursor: 'abc',
    });
  });

  it('counts days of a field as they are, and days of an instant in the time zone of the application', () => {
    expect(read('due.from=2026-03-29').query.filters).toEqual([
      { field: 'due', from: '2026-03-29', until: undefined },
    ]);
    expect(read('openedAt.from=2026-03-29&openedAt.until=2026-03-29').query.filters).toEqual([
      { field: 'openedAt', from: '2026-03-28T23:00:00.000Z', before: '2026-03-29T22:00:00.000Z' },
    ]);
  });

  it('costs no more look-ups with more values of a filter', () => {
    const countLookUps = (values: number): number => {
      const query = new URLSearchParams(Array.from({ length: values }, (_, index) => ['state', `s${index}`]));
      let lookUps = 0;
      const getAll = query.getAll.bind(query);
      query.getAll = (name) => {
        lookUps += 1;
        return getAll(name);
      };
      readListAddress(query, asking);
      return lookUps;
    };
    expect(countLookUps(90)).toBe(countLookUps(1));
  });

  it('goes back the way it came', () => {
    expect(read('before=abc').query).toMatchObject({ cursor: 'abc', backwards: true });
  });

  it.each([
    ['utm_source=mail', 'There is no filter “utm_source” here.'],
    ['secret=sesame', 'There is no filter “secret” here.'],
    ['iban=DE02', 'There is no filter “iban” here.'],
    ['lines=x', 'There is no filter “lines” here.'],
    ['__proto__=x', 'There is no filter “__proto__” here.'],
    ['amount.from=much', 'The filter “amount” was not understood: instead of “much” write 12.50.'],
    [
      'amount.from=1&amount.until=much',
      'The filter “amount” was not understood: instead of “much” write 12.50.',
    ],
    [
      'amount.from=1.005',
      'The filter “amount” was not understood: instead of “1.005” write 1.01 or 1005.00.',
    ],
    [
      'due.from=2026-02-30',
      'The filter “due” was not understood: “2026-02-30” is not a date. Write it like 2026-11-20.',
    ],
    [
      'due.until=soon',
      'The filter “due” was not understood: “soon” is not a date. Write it like 2026-11-20.',
    ],
    [
      `amount.until=${'9'.repeat(20)}`,
      `The filter “amount” was left out: “${'9'.repeat(20)}” is too large a number.`,
    ],
    ['urgent=maybe', 'The filter “urgent” was not understood.'],
    ['sort=secret', 'This list cannot be sorted by “secret”.'],
    ['sort=-lines', 'This list cannot be sorted by “lines”.'],
    ['sort=nothing', 'This list cannot be sorted by “nothing”.'],
    [`title=${'x'.repeat(501)}`, 'The filter “title” is too long.'],
  ])('leaves out and says what it does not know: %s', (query, said) => {
    const { query: asked, ignored } = read(query);
    expect(ignored).toEqual([said]);
    expect(asked.filters).toEqual([]);
    expect(asked.sort).toEqual({ field: 'openedAt', descending: true });
  });

  it.each([
    ['needed=x', 'Einen Filter „needed“ gibt es hier nicht.'],
    [
      'due.from=bald',
      'Der Filter „Due“ wurde nicht verstanden: „bald“ ist kein Datum. Schreiben Sie es wie 2026-11-20.',
    ],
    [
      'openedAt.from=x',
      'Der Filter „Angelegt“ wurde nicht verstanden: „x“ ist kein Datum. Schreiben Sie es wie 2026-11-20.',
    ],
    ['amount.from=viel', 'Der Filter „Amount“ wurde nicht verstanden: Schreiben Sie statt „viel“ 12,50.'],
    ['sort=nothing', 'Diese Liste kann nicht nach „nothing“ sortiert werden.'],
  ])('says so in the language of the person, and names a filter as the form does: %s', (query, message) => {
    const german = { ...asking, locale: 'de-DE', t: translatorFor('de') };
    const typed = new URLSearchParams(`${query}&as-typed=1`);
    expect(readListAddress(typed, german).ignored).toEqual([message]);
  });

  it('counts an age in days back from now, by the calendar of the application', () => {
    const until = (query: string) => read(query).query.filters;
    expect(until('stateSince.longerThan=3')).toEqual([
      { field: 'stateSince', until: '2026-11-23T12:00:00.000Z' },
    ]);
    // The clocks went back on 25 October: that day had 25 hours.
    expect(until('stateSince.longerThan=P33D')).toEqual([
      { field: 'stateSince', until: '2026-10-24T11:00:00.000Z' },
    ]);
    expect(until('stateSince.longerThan=PT12H')).toEqual([
      { field: 'stateSince', until: '2026-11-26T00:00:00.000Z' },
    ]);
  });

  it('is written so that an age is read the same', () => {
    const { values, query } = read('stateSince.longerThan=3');
    const href = writeListAddress('/orders', values);
    expect(href).toBe('/orders?stateSince.longerThan=3');
    expect(read(href.split('?')[1]!).query).toEqual(query);
  });

  it.each(['-3', 'three', 'P', 'P3X', '3.5', '999999'])('says that %s is no length of time', (text) => {
    const { query, ignored } = read(`stateSince.longerThan=${encodeURIComponent(text)}`);
    expect(query.filters).toEqual([]);
    expect(ignored.join()).toContain('write a number of days, such as 3');
  });

  it('says nothing of what a form leaves empty', () => {
    expect(read('q=&state=&amount.from=&amount.until=&sort=&title=').ignored).toEqual([]);
    expect(read('stateSince.longerThan=+&amount.from=++').ignored).toEqual([]);
  });

  it.each([
    ['stateSince=14', 'The filter “In this state” was not understood.'],
    [
      'stateSince.longerThan=soon',
      'The filter “In this state” was not understood: instead of “soon” write a number of days, such as 3, or a duration, such as PT12H.',
    ],
  ])('names a filter on a page by its title, also where the address was typed: %s', (query, message) => {
    expect(readListAddress(new URLSearchParams(query), { ...asking, locale: 'en-GB' }).ignored).toEqual([
      message,
    ]);
  });

  it('is written so that it is read the same', () => {
    const query = 'state=draft&title=a%26b&amount.from=1&q=x&sort=title&after=abc';
    const first = read(query);
    const second = readListAddress(
      new URL(`http://x${writeListAddress('/orders', first.values)}`).searchParams,
      asking,
    );
    expect(second.query).toEqual({ ...first.query, cursor: undefined });
    expect(writeListAddress('/orders', first.values, { sort: undefined, after: 'z' })).toBe(
      '/orders?state=draft&title=a%26b&amount.from=1.00&q=x&after=z',
    );
  });

  it('is never too strange to be read', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.string(),
              fc.constantFrom(
                'state',
                'q',
                'sort',
                'amount.from',
                'due.until',
                'after',
                'customer',
                'stateSince.longerThan',
              ),
            ),
            fc.string(),
          ),
        ),
        (pairs) => {
          const { query } = readListAddress(new URLSearchParams(pairs), asking);
          for (const { field } of query.filters) expect(NOT_OPEN.has(field)).toBe(false);
        },
      ),
    );
  });
});

describe('amounts in an address', () => {
  const amount = (places: number) => ({ type: 'decimal', places }) as const;
  const german = { ...asking, specification: { ...specification, locale: 'de-DE' }, locale: 'de-DE' };
  const inGerman = (query: string) => readListAddress(new URLSearchParams(query), german);

  it('are exact, both ways', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (units, places) => {
        expect(parseUnits(amount(places), PLAIN_NOTATION.write(units, places))).toEqual({ units });
      }),
    );
  });

  it.each(['', '-', '.5', '1e3', '0x10', '12,50', '1 000', '9999999999999999', 'NaN', '１', '2.500'])(
    'are not %p',
    (text) => {
      expect(parseUnits(amount(2), text)).toHaveProperty('examples');
    },
  );

  it('are read as the locale writes them where they come from the form, and stand plainly in links', () => {
    const { query, values, ignored } = inGerman('amount.from=2.500&amount.until=4.000,50&as-typed=1');
    expect(ignored).toEqual([]);
    expect(query.filters).toEqual([{ field: 'amount', from: 250_000, until: 400_050 }]);
    expect(writeListAddress('/o', values)).toBe('/o?amount.from=2500.00&amount.until=4000.50');
    expect(inGerman('amount.from=2500.00').query.filters).toEqual([{ field: 'amount', from: 250_000 }]);
  });

  it('are asked back where they may mean two things', () => {
    expect(inGerman('amount.from=2,500&as-typed=1').ignored).toEqual([
      'The filter “Amount” was not understood: instead of “2,500” write 2.500,00 or 2,50.',
    ]);
    expect(inGerman('amount.from=2.500').ignored).toHaveLength(1);
    expect(inGerman('amount.from=much').ignored).toHaveLength(1);
  });
});

describe('days in an address', () => {
  it.each(['2026-1-1', '2026-02-30', '2026-13-01', '20260101', '2026-01-01T00:00', 'today', ''])(
    'are not %p',
    (text) => {
      expect(parseDay(text)).toBeUndefined();
    },
  );
});

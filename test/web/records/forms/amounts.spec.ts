// People type amounts as their locale writes them, programs send plain decimals.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import {
  hiddenIn,
  inputIn,
  ORDERS,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '#test/web/daybook.js';

const LINE = { item: 'A4', quantity: 1 };

describe('an application whose locale is de-DE', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let boss: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    const text = ORDERS.replace('currency: EUR', 'currency: EUR\nlocale: de-DE');
    await daybook.send(new PublishSpecification({ text, context: system() }));
    await daybook.settled();
    [clerk, boss] = await Promise.all([daybook.as('clerk'), daybook.as('boss')]);
  });

  afterAll(async () => daybook.close());

  const post = async (price: string) => {
    const blank = await clerk.get('/orders/orders/new');
    const line = { 'lines.0.item': 'A4', 'lines.0.quantity': '1', 'lines.0.price': price };
    const form = { ...hiddenIn(blank.text), title: 'Paper', ...line };
    return clerk.post('/orders/orders/new').type('form').send(form);
  };

  const asJson = async (page: string) => {
    await daybook.settled();
    const answer = await clerk.get(`/api/orders/Order/${page.split('/').at(-1)!.split('?')[0]}`);
    return answer.body.fields as { amount: string; lines: { price: string }[] };
  };

  it.each([
    ['2.500', '2500.00', '2.500,00'],
    ['2,50', '2.50', '2,50'],
    ['1234,5', '1234.50', '1.234,50'],
    ['12.50', '12.50', '12,50'],
    ['1,234.56', '1234.56', '1.234,56'],
    ['10,50 €', '10.50', '10,50'],
  ])('takes %s from a form for %s, and shows it as %s', async (typed, plain, shown) => {
    const answer = await post(typed);
    expect(answer.status).toBe(303);
    const page = answer.headers['location']!;
    expect(await asJson(page)).toMatchObject({ amount: plain, lines: [{ price: plain }] });
    const path = page.split('?')[0]!;
    expect((await clerk.get(path)).text).toContain(shown);
    const edit = await clerk.get(`${path}/edit`);
    expect(inputIn(edit.text, 'lines.0.price')).toBe(shown);
  });

  it.each([
    ['2,500', 'Schreiben Sie 2.500,00 oder 2,50.'],
    ['1,2,3', 'Schreiben Sie es zum Beispiel so: 12,50.'],
    ['ten', 'Schreiben Sie es zum Beispiel so: 12,50.'],
    ['10,50 $', 'Schreiben Sie es zum Beispiel so: 12,50.'],
  ])('asks back what %s means, and keeps it as it was typed', async (typed, asked) => {
    const answer = await post(typed);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(asked);
    expect(inputIn(answer.text, 'lines.0.price')).toBe(typed);
  });

  it('takes and gives plain decimals over the API, in conflicts as well', async () => {
    const send = (price: unknown) =>
      clerk.post('/api/orders/Order').send({ fields: { title: 'Paper', lines: [{ ...LINE, price }] } });
    for (const [sent, given] of [
      ['20', '20.00'],
      ['-1.5', '-1.50'],
      [20, '20.00'],
      [20.5, '20.50'],
    ]) {
      const opened = await send(sent);
      expect([sent, opened.status]).toEqual([sent, 201]);
      expect((await asJson(opened.headers['location']!)).lines[0]!.price).toBe(given);
    }
    for (const wrong of ['2.500', '2,500', '12,50', '1.234,50', 1.005, 90071992547409.9])
      expect([wrong, (await send(wrong)).status]).toEqual([wrong, 422]);
    const path = (await send('20')).headers['location']!;
    const change = (browser: Browser, price: string) =>
      browser
        .patch(path)
        .set('If-Match', '"1"')
        .send({ fields: { lines: [{ ...LINE, price }] } });
    expect((await change(boss, '21')).status).toBe(200);
    expect((await change(clerk, '22')).body.differences).toMatchObject([
      { seen: [{ price: '20.00' }], theirs: [{ price: '21.00' }], yours: [{ price: '22.00' }] },
    ]);
  });

  it('gives over the API what it was given, whatever the amount', async () => {
    const units = fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(units, async (prices) => {
        for (const price of prices) {
          const weight = PLAIN_NOTATION.write(Math.abs(price), 3);
          const opened = await clerk.post('/api/orders/Order').send({ fields: { title: 'W', weight } });
          const path = opened.headers['location']!;
          const position = opened.headers['daybook-position']!;
          const read = await clerk.get(path).set('Daybook-Position', position);
          expect(read.body.fields.weight).toBe(weight);
        }
      }),
      { numRuns: 2 },
    );
  });

  it('filters by what is typed into the form as the locale writes it, and by plain numbers elsewhere', async () => {
    await daybook.settled();
    const list = (query: string) => clerk.get(`/orders/orders?${query}`);
    const typed = await list('amount.from=2.500&amount.until=2.500&as-typed=1');
    expect(inputIn(typed.text, 'amount.from')).toBe('2.500,00');
    expect(typed.text).toContain('amount.from=2500.00&amp;amount.until=2500.00');
    expect((await list('amount.from=2500.00')).text).toContain('value="2.500,00"');
    expect((await list('amount.from=2,500&as-typed=1')).text).toContain('2.500,00 oder 2,50');
  });
});

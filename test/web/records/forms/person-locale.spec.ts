// The person's locale overrides the application's.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { createFormats } from '#views/format.js';
import { formAsShown } from '#test/web/browser-form.js';
import {
  decoded,
  inputIn,
  ORDERS,
  PEOPLE,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '#test/web/daybook.js';

const NEW = '/orders/orders/new';

describe.each([
  ['en', 'de', 'de'],
  ['en', 'en', 'en'],
  ['en', '', 'en'],
  ['en-GB', 'de', 'de'],
  ['de-AT', 'de', 'de-AT'],
  ['de-AT', 'en', 'en'],
  ['de-CH', '', 'de-CH'],
  ['fr-FR', 'de', 'de'],
])(
  'forms of a document whose locale is %s, for a person whose language is “%s”',
  (locale, language, used) => {
    let daybook: Daybook;
    let clerk: Browser;

    beforeAll(async () => {
      daybook = await startDaybook();
      const text = ORDERS.replace('currency: EUR', `currency: EUR\nlocale: ${locale}`).replace(
        'columns: [number, title, amount, state], filters: [state, urgent]',
        'columns: [number, title, amount, weight, state], filters: [state, urgent, amount]',
      );
      await daybook.send(new PublishSpecification({ text, context: system() }));
      await daybook.settled();
      clerk = await daybook.as('clerk');
      await clerk.post('/-/account/preferences').type('form').send({ language, timeZone: '' });
    });
    afterAll(() => daybook.close());

    const formats = createFormats(used, 'Europe/Berlin');
    const isComma = formats.number(15, 1).includes(',');
    /** Digits, minus and decimal sign. */
    const core = (text: string | undefined) =>
      text?.replace('\u2212', '-').replace(isComma ? /[^\d,-]/g : /[^\d.-]/g, '');
    const line = (price: string) => ({
      'lines.0.item': 'A4',
      'lines.0.quantity': '1',
      'lines.0.price': price,
    });
    const blank = async () => formAsShown((await clerk.get(NEW)).text);
    const post = async (input: Record<string, string>) =>
      clerk
        .post(NEW)
        .type('form')
        .send({ ...(await blank()), title: 'Paper', ...input });
    const fieldsOf = async (page: string) => {
      await daybook.settled();
      const id = page.split('?')[0]!.split('/').at(-1)!;
      const { body } = (await clerk.get(`/api/orders/Order/${id}`)) as {
        body: { fields: { weight: string; amount: string; lines: readonly { price: string }[] } };
      };
      return body.fields;
    };

    it.each([
      [124900, '1249.00', 1249, '0.001'],
      [5, '0.05', 1234567, '1234.567'],
      [123456789, '1234567.89', 1249000, '1249.000'],
      [-250050, '-2500.50', 12, '0.012'],
    ])('read back what pages show of %s and %s', async (units, price, grams) => {
      const shown = { price: formats.money(units, 2, 'EUR'), weight: formats.number(grams, 3) };
      const saved = await post({ ...line(shown.price), weight: shown.weight });
      expect(saved.status).toBe(303);
      const page = saved.headers['location']!.split('?')[0]!;
      expect((await fieldsOf(page)).lines).toMatchObject([{ price }]);
      const { text } = await clerk.get(page);
      for (const each of Object.values(shown)) expect(decoded(text)).toContain(each);
      const form = formAsShown((await clerk.get(`${page}/edit`)).text);
      expect(core(form['lines.0.price'])).toBe(core(shown.price));
      expect(core(form['weight'])).toBe(core(shown.weight));
      const before = await fieldsOf(page);
      const resaved = await clerk
        .post(`${page}/edit`)
        .type('form')
        .send({ ...form, notes: 'Again' });
      expect(resaved.status).toBe(303);
      expect(await fieldsOf(page)).toEqual({ ...before, notes: 'Again' });
      const one = formAsShown((await clerk.get(`${page}/edit?field=weight`)).text);
      expect(one['weight']).toBe(form['weight']);
    });

    it('advise in the notation of the pages, with both readings of what is ambiguous', async () => {
      const ambiguous = isComma ? '2,500' : '2.500';
      const answer = await post(line(ambiguous));
      expect(answer.status).toBe(422);
      expect(inputIn(answer.text, 'lines.0.price')).toBe(ambiguous);
      const advised = / (\S*500[.,]00) \S+ (\S+)\./.exec(decoded(answer.text));
      expect(advised?.slice(1).map(core)).toEqual(isComma ? ['2500,00', '2,50'] : ['2500.00', '2.50']);
    });

    it('are read so in filters, in totals of rows and in a search', async () => {
      const shown = core(formats.money(249950, 2, 'EUR'))!;
      const filtered = await clerk.get(`/orders/orders?amount.from=${encodeURIComponent(shown)}&as-typed=1`);
      expect(filtered.text).toContain('amount.from=2499.50');
      expect(core(inputIn(filtered.text, 'amount.from'))).toBe(shown);
      const total = await post({ ...line(shown), 'lines.0.quantity': '2', _rows: 'total lines' });
      expect(decoded(total.text)).toContain(formats.money(499900, 2, 'EUR'));
      const id = uuid();
      const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
      const input = { title: 'Sought', lines: [{ item: 'A4', quantity: 1, price: '2499.50' }] };
      await daybook.send(new OpenRecord({ application: 'orders', entity: 'Order', id, input, context }));
      await daybook.settled();
      const found = `/orders/orders?q=${encodeURIComponent(shown)}`;
      expect((await clerk.get(found)).text).toContain('Sought');
      expect((await clerk.get(`/-/search?q=${encodeURIComponent(shown)}`)).text).toContain('Sought');
    });

    it('leave the API plain', async () => {
      const sent = (price: string) =>
        clerk
          .post('/api/orders/Order')
          .send({ fields: { title: 'Paper', lines: [{ item: 'A4', quantity: 1, price }] } });
      expect((await sent('1249.00')).status).toBe(201);
      expect((await sent('1249,00')).status).toBe(422);
    });
  },
);

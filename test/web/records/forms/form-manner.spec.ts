// Forms are read in the language and time zone they were rendered in, instants in the person's own zone.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { formAsShown } from '#test/web/browser-form.js';
import {
  decoded,
  inputIn,
  ORDERS,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '#test/web/daybook.js';

const NEW = '/orders/orders/new';

interface Fields {
  readonly weight: string | null;
  readonly callAt: string | null;
  readonly lines: readonly { readonly price: string }[] | null;
}

let daybook: Daybook;
let clerk: Browser;

beforeAll(async () => {
  daybook = await startDaybook();
  const text = ORDERS.replace('currency: EUR', 'currency: EUR\nlocale: en-GB').replace(
    'filters: [state, urgent]',
    'filters: [state, urgent, weight, callAt]',
  );
  await daybook.send(new PublishSpecification({ text, context: system() }));
  await daybook.settled();
  clerk = await daybook.as('clerk');
});
afterAll(() => daybook.close());

async function choose(language: string, timeZone: string): Promise<void> {
  await clerk.post('/-/account/preferences').type('form').send({ language, timeZone });
  await daybook.settled();
}
const formAt = async (href: string) => formAsShown((await clerk.get(href)).text);
const post = (href: string, form: Record<string, string>) => clerk.post(href).type('form').send(form);

async function fieldsAt(page: string): Promise<Fields> {
  await daybook.settled();
  const { body } = (await clerk.get(`/api/orders/Order/${page.split('/').at(-1)!}`)) as {
    body: { fields: Fields };
  };
  return body.fields;
}

/** Address after saving. */
async function save(form: Record<string, string>, href = NEW): Promise<string> {
  const saved = await post(href, form);
  expect(saved.status).toBe(303);
  return saved.headers['location']!.split('?')[0]!;
}

describe('a form that was open while another language was chosen', () => {
  beforeEach(() => choose('en', ''));

  it.each([
    ['en', 'de', '1.234', '1.234'],
    ['de', 'en', '1,234', '1.234'],
    ['de', 'en', '1.234', '1234.000'],
    ['', 'de', '1,234', '1234.000'],
  ])('in “%s”, then “%s”, is read as it was written: %s', async (before, after, typed, weight) => {
    await choose(before, '');
    const form = await formAt(NEW);
    await choose(after, '');
    const page = await save({ ...form, title: 'Paper', weight: typed });
    expect((await fieldsAt(page)).weight).toBe(weight);
  });

  it('is read so when it changes a record, and leaves what nobody touched', async () => {
    const page = await save({ ...(await formAt(NEW)), title: 'Paper', weight: '1.234' });
    const form = await formAt(`${page}/edit`);
    await choose('de', '');
    await save({ ...form, notes: 'Thick' }, `${page}/edit`);
    expect(await fieldsAt(page)).toMatchObject({ weight: '1.234', notes: 'Thick' });
  });

  it('comes back with errors as it was written, and is read so when it is sent again', async () => {
    const form = { ...(await formAt(NEW)), title: '', weight: '1.234' };
    await choose('de', '');
    const refused = await post(NEW, form);
    expect(refused.status).toBe(422);
    expect(inputIn(refused.text, 'weight')).toBe('1.234');
    const page = await save({ ...formAsShown(refused.text), title: 'Paper' });
    expect((await fieldsAt(page)).weight).toBe('1.234');
  });

  it('adds up rows as they were written', async () => {
    const row = { 'lines.0.item': 'A4', 'lines.0.quantity': '2', 'lines.0.price': '1,249' };
    const form = { ...(await formAt(NEW)), title: 'Paper', ...row };
    await choose('de', '');
    const total = await post(NEW, { ...form, _rows: 'total lines' });
    expect(decoded(total.text)).toContain('2.498,00');
    const page = await save({ ...formAsShown(total.text), ...row });
    expect((await fieldsAt(page)).lines).toMatchObject([{ price: '1249.00' }]);
  });

  it('of filters is read as it was written', async () => {
    const typed = /<input type="hidden" name="as-typed" value="([^"]*)"/;
    const written = typed.exec((await clerk.get('/orders/orders')).text)?.[1];
    await choose('de', '');
    const { text } = await clerk.get(`/orders/orders?weight.from=1.234&as-typed=${written}`);
    expect(text).toContain('weight.from=1.234');
    expect(inputIn(text, 'weight.from')).toBe('1,234');
    const now = await clerk.get('/orders/orders?weight.from=1.234&as-typed=1');
    expect(inputIn(now.text, 'weight.from')).toBe('1.234,000');
    expect(now.text).toContain('weight.from=1234.000');
  });

  it.each([
    ['_locale', 'ar-EG'],
    ['_locale', 'en-x-more'],
    ['_zone', 'Mars/Olympus'],
    ['_zone', 'europe/Berlin'],
  ])('is refused where it names a %s that no form has: %s', async (name, value) => {
    const sent = await post(NEW, { ...(await formAt(NEW)), title: 'Paper', weight: '1.234', [name]: value });
    expect(sent.status).toBe(400);
    expect(sent.text).toContain('1.234');
  });
});

describe('moments in forms, of a document in Berlin', () => {
  const open = async (callAt: string) => save({ ...(await formAt(NEW)), title: 'Call', callAt });

  it.each([
    ['', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['America/New_York', '2026-07-01T09:00', '2026-07-01T13:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-01T09:00', '2026-07-01T03:15:00.000Z'],
    ['UTC', '2026-07-01T09:00', '2026-07-01T09:00:00.000Z'],
  ])('are read and written in the zone of the person: “%s”', async (zone, typed, stored) => {
    await choose('en', zone);
    const page = await open(typed);
    expect((await fieldsAt(page)).callAt).toBe(stored);
    const form = await formAt(`${page}/edit`);
    expect(form['callAt']).toBe(typed);
    await save({ ...form, notes: 'Again' }, `${page}/edit`);
    expect((await fieldsAt(page)).callAt).toBe(stored);
  });

  it('stand in the zone of another person, who reads the same moment', async () => {
    await choose('en', 'America/New_York');
    const page = await open('2026-07-01T09:00');
    await daybook.settled();
    const second = await daybook.as('second');
    await second
      .post('/-/account/preferences')
      .type('form')
      .send({ language: 'en', timeZone: 'Asia/Kathmandu' });
    expect((await second.get(page)).text).toMatch(/1 Jul 2026, 18:45/);
    expect((await clerk.get(page)).text).toMatch(/1 Jul 2026, 09:00/);
  });

  it('in an hour that the person’s clocks jump over are refused, though Berlin has it', async () => {
    await choose('en', 'America/New_York');
    const form = { ...(await formAt(NEW)), title: 'Call', callAt: '2026-03-08T02:30' };
    expect((await post(NEW, form)).status).toBe(422);
    await choose('en', '');
    expect((await fieldsAt(await open('2026-03-08T02:30'))).callAt).toBe('2026-03-08T01:30:00.000Z');
  });

  it('in an hour that the person’s clocks pass twice mean the first, and each comes back as it was', async () => {
    await choose('en', 'America/New_York');
    const first = await open('2026-11-01T01:30');
    expect((await fieldsAt(first)).callAt).toBe('2026-11-01T05:30:00.000Z');
    expect((await formAt(`${first}/edit`))['callAt']).toBe('2026-11-01T01:30');
    const second = await open('2026-11-01T01:30-05:00');
    expect((await fieldsAt(second)).callAt).toBe('2026-11-01T06:30:00.000Z');
    const form = await formAt(`${second}/edit`);
    expect(form['callAt']).toBe('2026-11-01T01:30:00-05:00');
    await save({ ...form, notes: 'Again' }, `${second}/edit`);
    expect((await fieldsAt(second)).callAt).toBe('2026-11-01T06:30:00.000Z');
  });

  it('are read in the zone in which the form was written, whatever zone is chosen meanwhile', async () => {
    await choose('en', 'America/New_York');
    const form = await formAt(NEW);
    await choose('en', 'Asia/Kathmandu');
    const page = await save({ ...form, title: 'Call', callAt: '2026-07-01T09:00' });
    expect((await fieldsAt(page)).callAt).toBe('2026-07-01T13:00:00.000Z');
  });

  it('leave filters and the API in the zone of the document', async () => {
    await choose('en', 'America/New_York');
    const sent = await clerk
      .post('/api/orders/Order')
      .send({ fields: { title: 'By program', callAt: '2026-08-01T00:30' } });
    expect(sent.status).toBe(201);
    await daybook.settled();
    const list = async (day: string) =>
      (await clerk.get(`/orders/orders?callAt.from=${day}&callAt.until=${day}`)).text;
    expect(await list('2026-08-01')).toContain('By program');
    expect(await list('2026-07-31')).not.toContain('By program');
    const { body } = (await clerk.get(sent.headers['location']!)) as { body: { fields: Fields } };
    expect(body.fields.callAt).toBe('2026-07-31T22:30:00.000Z');
  });
});

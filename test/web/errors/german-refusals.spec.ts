// The document's language, otherwise the browser's.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { decoded, hiddenIn, ORDERS, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

interface Problem {
  readonly title: string;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly remedy?: string }[];
}

describe('a refusal by an application whose locale is de', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    const text = ORDERS.replace('currency: EUR', 'currency: EUR\nlocale: de');
    await daybook.send(new PublishSpecification({ text, context: system() }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  it('is German for programs, whatever they accept, with the codes of ever', async () => {
    const fields = { lines: [{ item: 'Paper', quantity: 'many', price: '1.00' }], amount: '5' };
    const answer = await clerk.post('/api/orders/Order').set('Accept-Language', 'en').send({ fields });
    const { title, errors } = answer.body as Problem;
    expect(title).toBe(errors[0]!.message);
    expect(errors.map(({ code, message, remedy }) => [code, message, remedy])).toEqual([
      [
        'WRONG_TYPE',
        'Bei „Quantity in Zeile 1 von Lines“ wird eine ganze Zahl erwartet.',
        'Schreiben Sie es zum Beispiel so: 12.',
      ],
      [
        'COMPUTED_FIELD',
        'Amount wird berechnet und lässt sich nicht eingeben.',
        'Ändern Sie die Felder, aus denen es berechnet wird.',
      ],
      ['REQUIRED', 'Bitte „Title“ ausfüllen', undefined],
    ]);
  });

  it('is German on the page of the form', async () => {
    const blank = await clerk.get('/orders/orders/new');
    const answer = await clerk.post('/orders/orders/new').type('form').send(hiddenIn(blank.text));
    expect(answer.status).toBe(422);
    expect(decoded(answer.text)).toContain('Bitte „Title“ ausfüllen');
    expect(answer.text).not.toContain('Enter title');
  });

  it('keeps the words that the document has for it', async () => {
    const opened = await clerk.post('/api/orders/Order').send({ fields: { title: 'Nothing' } });
    const { id } = opened.body as { id: string };
    const answer = await clerk.post(`/api/orders/Order/${id}/actions/send`).set('If-Match', '"1"').send({});
    expect((answer.body as Problem).errors).toMatchObject([
      {
        code: 'COSTS_NOTHING',
        message: expect.stringContaining('costs nothing yet.'),
        remedy: 'Add a line with a price.',
      },
    ]);
  });
});

describe('a refusal by Daybook itself', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook();
  });

  afterAll(async () => daybook.close());

  const signIn = async (language: string) =>
    (
      await daybook
        .browser()
        .post('/-/sign-in')
        .set('Accept-Language', language)
        .type('form')
        .send({ name: 'ada', password: 'not hers at all' })
    ).text;

  it('is in the language that the browser accepts', async () => {
    expect(await signIn('de-AT,de;q=0.9,en;q=0.5')).toContain('Anmeldename oder Passwort ist falsch.');
    expect(await signIn('en')).toContain('Sign-in name or password is wrong.');
    expect(await signIn('fr')).toContain('Sign-in name or password is wrong.');
  });

  it('is in English for programs that say nothing, and in their language else', async () => {
    const clerk = await daybook.as('clerk');
    const refused = async (languages: Record<string, string>) => {
      const answer = await clerk.get('/api/-/nothing-here').set(languages);
      return (answer.body as Problem).errors.map(({ code, message, remedy }) => [code, message, remedy]);
    };
    expect(await refused({})).toEqual([
      ['NOT_FOUND', 'No page and no record has this address.', 'Check the address, or start from Home.'],
    ]);
    expect(await refused({ 'Accept-Language': 'de' })).toEqual([
      [
        'NOT_FOUND',
        'Unter dieser Adresse gibt es weder eine Seite noch einen Datensatz.',
        'Prüfen Sie die Adresse, oder beginnen Sie bei „Start“.',
      ],
    ]);
  });
});

describe('a request that cannot be read', () => {
  let daybook: Daybook;
  beforeAll(async () => {
    daybook = await startDaybook();
  });
  afterAll(async () => daybook.close());

  it.each([
    ['application/json', '{"a":', 'sie ist kein gültiges JSON'],
    ['application/json', '['.repeat(17), 'sie ist mehr als 16 Ebenen tief verschachtelt'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'a=1', 'eine andere Kodierung'],
    ['application/x-www-form-urlencoded', 'a=%E4', 'ein Zeichen darin ist falsch kodiert'],
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(20_001), '20.000 Eingaben'],
    ['text/csv', 'a;b', 'sie ist weder ein Formular noch JSON'],
  ])('as %s is refused in the language of the browser', async (type, body, words) => {
    const answer = await daybook
      .browser()
      .post('/-/sign-in')
      .set('Accept-Language', 'de')
      .set('Content-Type', type)
      .send(body);
    expect([400, 413]).toContain(answer.status);
    expect(decoded(answer.text)).toContain(words);
    expect(decoded(answer.text)).toContain('lang="de"');
  });
});

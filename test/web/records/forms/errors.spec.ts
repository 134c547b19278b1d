import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { formAsShown } from '#test/web/browser-form.js';
import { decoded, ORDERS, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const NEW_ORDER = '/orders/orders/new';

const summaryIn = (page: string): string =>
  /<div class="alert alert-danger[\s\S]*?<form /.exec(page)?.[0] ?? '';
const linksIn = (html: string) =>
  [...html.matchAll(/<a href="(#[^"]*)">([^<]*)<\/a>/g)].map(([, href, words]) => [href, decoded(words!)]);

describe('a form that could not be saved', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const sendOrder = async (typed: Record<string, string>) => {
    const { text } = await clerk.get(NEW_ORDER);
    return clerk
      .post(NEW_ORDER)
      .type('form')
      .send({ ...formAsShown(text), ...typed });
  };

  it('says in a summary what to enter, in the order of the form, each a link to its field', async () => {
    const answer = await sendOrder({ 'lines.0.item': 'Paper', weight: 'heavy', 'lines.1.price': '3' });
    expect(answer.status).toBe(422);
    const summary = summaryIn(answer.text);
    expect(summary).toContain('>6 things to fix before saving<');
    expect(linksIn(summary)).toEqual([
      ['#f-title', 'Enter title'],
      ['#f-weight', 'Weight is not a number with at most 3 digits after the point.'],
      ['#f-lines.0.quantity', 'Enter quantity in row 1'],
      ['#f-lines.0.price', 'Enter price in row 1'],
      ['#f-lines.1.item', 'Enter item in row 2'],
      ['#f-lines.1.quantity', 'Enter quantity in row 2'],
    ]);
    for (const [href] of linksIn(summary)) expect(answer.text).toContain(` id="${href!.slice(1)}"`);
  });

  it('takes the focus to its summary, and begins its title with “Error”', async () => {
    const answer = await sendOrder({});
    expect(answer.text).toMatch(/<title>(\(\d+\) )?Error: /);
    expect(summaryIn(answer.text)).toMatch(/^<div [^>]*tabindex="-1"[^>]* autofocus=""/i);
    expect((await clerk.get(NEW_ORDER)).text).not.toContain('Error: ');
  });

  it('says the same at the field, and keeps what was typed', async () => {
    const answer = await sendOrder({ 'lines.0.item': 'Paper', weight: 'heavy' });
    expect(answer.text).toMatch(/<div class="db-errors" id="f-title-errors"><p>Enter title<\/p>/);
    expect(answer.text).toMatch(
      /<input id="f-title"[^>]* aria-invalid="true" aria-describedby="f-title-errors/,
    );
    expect(formAsShown(answer.text)).toMatchObject({ 'lines.0.item': 'Paper', weight: 'heavy' });
  });

  it('says which cells are no numbers as soon as rows are added up, and nothing of what is missing', async () => {
    const line = { 'lines.0.item': 'Paper', 'lines.0.quantity': 'two' };
    const answer = await sendOrder({ ...line, _rows: 'total lines' });
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/id="f-lines.0.quantity-errors"><p>Quantity in row 1 of Lines is not /);
    expect(answer.text).not.toContain('id="f-lines.0.price-errors"');
    expect(answer.text).not.toContain('id="f-title-errors"');
  });

  it('names the line of the specification only behind “Details”', async () => {
    const answer = await sendOrder({});
    const [before, details] = summaryIn(answer.text).split('<summary>Details</summary>');
    expect(before).not.toContain('specification');
    expect(details).toMatch(/Enter title.*specification §3, line \d+/);
  });

  it('is told to programs in the same words', async () => {
    const answer = await clerk.post('/api/orders/Order').send({ fields: { notes: 'no title' } });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain('"message":"Enter title"');
  });
});

describe('a form with a text that does not match the pattern of its field', () => {
  const PATTERN = '[A-Z]{2}[0-9]{2}';
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    const text = ORDERS.replace(
      'notes: { type: text, multiline: true, max: 5000 }',
      `notes: { type: text, pattern: "${PATTERN}", title: IBAN, help: Without spaces. }`,
    ).replace('item: { type: text, required: true, max: 40 }', `item: { type: text, pattern: "${PATTERN}" }`);
    await daybook.send(new PublishSpecification({ text, context: system() }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });
  afterAll(async () => daybook.close());

  const typed = {
    title: 'T',
    notes: 'x',
    'lines.0.item': 'y',
    'lines.0.quantity': '1',
    'lines.0.price': '1',
  };
  const sent = async () => {
    const { text } = await clerk.get(NEW_ORDER);
    return clerk
      .post(NEW_ORDER)
      .type('form')
      .send({ ...formAsShown(text), ...typed });
  };

  it('advises by the help of the field, and names the pattern behind “Details” alone', async () => {
    const { text } = await sent();
    const [before, details = ''] = summaryIn(text).split('<summary>Details</summary>');
    expect(linksIn(before!)).toEqual([
      ['#f-notes', 'Check IBAN: Without spaces.'],
      ['#f-lines.0.item', 'Check Item in row 1 of Lines: it is not written as expected.'],
    ]);
    expect(before).not.toContain(PATTERN);
    expect(details).toContain(PATTERN);
    expect(text.split('<form ').at(-1)).not.toContain(PATTERN);
  });

  it('is told the pattern where it is a program', async () => {
    const { body } = await clerk.post('/api/orders/Order').send({ fields: { title: 'T', notes: 'x' } });
    expect(body).toMatchObject({ errors: [{ code: 'PATTERN', pattern: PATTERN }] });
  });
});

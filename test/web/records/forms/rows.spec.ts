import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formAsShown } from '#test/web/browser-form.js';
import { decoded, ORDERS, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';

const NEW_ORDER = '/orders/orders/new';
const LINES = {
  'lines.0.item': 'Paper',
  'lines.0.quantity': '2',
  'lines.0.price': '2,50',
  'lines.1.item': 'Ink',
  'lines.1.quantity': '1',
  'lines.1.price': '19.99',
};

const itemsIn = (page: string) =>
  [...page.matchAll(/<input[^>]* name="lines\.\d+\.item"[^>]*>/g)].map(
    ([tag]) => / value="([^"]*)"/.exec(tag)?.[1] ?? '',
  );
const focusedIn = (page: string) => {
  const tag = [...page.matchAll(/<input[^>]*>/g)]
    .map(([found]) => found)
    .find((each) => /autofocus/i.test(each));
  return / name="([^"]*)"/.exec(tag ?? '')?.[1];
};
const totalIn = (page: string, key: string) => {
  const cell = new RegExp(`data-total="${key}"[^>]*>([^<]*(?:<[^/][^>]*>[^<]*)?)`).exec(page)?.[1];
  return cell === undefined ? undefined : decoded(cell.replace(/<[^>]*>/g, ''));
};

describe('rows of a form', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const press = async (button: string, typed: Record<string, string> = LINES, browser = clerk) => {
    const { text } = await browser.get(NEW_ORDER);
    const form = { ...formAsShown(text), title: 'kept', ...typed, _rows: button };
    const answer = await browser.post(NEW_ORDER).type('form').send(form);
    expect(answer.status).toBe(200);
    expect(formAsShown(answer.text)['title']).toBe('kept');
    return answer.text;
  };

  it('are added, and the page goes on in the first new one', async () => {
    const page = await press('add lines');
    expect(itemsIn(page)).toEqual(['Paper', 'Ink', '', '', '', '', '']);
    expect(focusedIn(page)).toBe('lines.2.item');
  });

  it('are removed, and the page goes on in the one behind it', async () => {
    const page = await press('remove lines.0');
    expect(itemsIn(page).slice(0, 2)).toEqual(['Ink', '']);
    expect(focusedIn(page)).toBe('lines.0.item');
  });

  it('are duplicated with all that is in them, and the page goes on in the copy', async () => {
    const page = await press('duplicate lines.0');
    expect(itemsIn(page).slice(0, 4)).toEqual(['Paper', 'Paper', 'Ink', '']);
    expect(formAsShown(page)).toMatchObject({ 'lines.1.quantity': '2', 'lines.1.price': '2,50' });
    expect(focusedIn(page)).toBe('lines.1.item');
  });

  it('show each with what it comes to and the sum, as the record’s page does', async () => {
    const page = await press('total lines');
    expect([totalIn(page, '0.amount'), totalIn(page, '1.amount')]).toEqual(['€5.00', '€19.99']);
    expect(totalIn(page, 'amount')).toBe('€24.99');
    expect(focusedIn(page)).toBeUndefined();
  });

  it('leave out of the sum what is not complete or cannot be read', async () => {
    const page = await press('total lines', { ...LINES, 'lines.1.price': 'much', 'lines.2.item': 'Glue' });
    expect([totalIn(page, '1.amount'), totalIn(page, '2.amount'), totalIn(page, 'amount')]).toEqual([
      '–',
      '–',
      '€5.00',
    ]);
  });

  it.each(['remove lines.99', 'add nothing', 'remove title.0', 'remove __proto__.0', 'explode lines.0'])(
    'stay as they are where nobody could have pressed “%s”',
    async (button) => {
      const { text } = await clerk.get(NEW_ORDER);
      const answer = await clerk
        .post(NEW_ORDER)
        .type('form')
        .send({ ...formAsShown(text), ...LINES, _rows: button });
      expect([200, 422]).toContain(answer.status);
      expect(itemsIn(answer.text).slice(0, 2)).toEqual(['Paper', 'Ink']);
    },
  );

  it('tell nobody a sum that they may not read', async () => {
    const hidden = ORDERS.replace('code: { edit: [boss] }', '$&\n      amount: { read: [boss] }');
    await daybook.send(new PublishSpecification({ text: hidden, context: system() }));
    await daybook.settled();
    expect(totalIn(await press('total lines'), 'amount')).toBeUndefined();
  });
});

// Several lines: by keyboard and from a spreadsheet with scripts, by buttons without.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { startDaybook, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const valuesIn = (page: Page, column: string) =>
  page
    .locator(`[name^="lines."][name$=".${column}"]`)
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
const pasteInto = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement!.dispatchEvent(paste);
  }, text);

describe('given a form with lines', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.as('clerk');
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  async function clerk(scripts: boolean, width = 1280): Promise<Journey> {
    const at = await journey(browser, url, { scripts });
    await at.page.setViewportSize({ width, height: 900 });
    await at.become('Clara Clerk');
    await at.page.goto('/orders/orders/new');
    await at.page.locator('[name="title"]').fill('Office things');
    return at;
  }

  it('when a block of a spreadsheet is pasted, then it fills rows and columns, and is saved as it was meant', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(
      page,
      'Paper\t2\t2,50 €\tyes\r\n"Ink, ""black"""\t10\t1,000.00\tNO\r\nGlue\t1\t0.99\t\r\n',
    );
    expect(await valuesIn(page, 'item')).toEqual(['Paper', 'Ink, "black"', 'Glue']);
    expect(await valuesIn(page, 'gift')).toEqual(['true', 'false', '']);
    await at.said('3 rows pasted.');
    await page.locator('tfoot [data-total="amount"]', { hasText: '€10,005.99' }).waitFor();
    expect(await page.locator('[data-total="0.amount"]').textContent()).toBe('€5.00');
    await page.locator('form.db-form .btn-primary').click();
    await at.sees('Office things');
    await at.said('€10,005.99');
    await at.end();
  }, 120_000);

  it('when a pasted cell has lines of its own, then its words stay apart in a field of one line', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(page, '"Ink\r\nblack"\t10\r\n"Paper\nwhite"\t2\r\n');
    expect(await valuesIn(page, 'item')).toEqual(['Ink black', 'Paper white']);
    await at.end();
  }, 120_000);

  it('when the heading row is pasted too, in another order, then its cells go by their titles, and are no row', async () => {
    const at = await clerk(true);
    const { page } = at;
    await at.said('You can paste rows from a spreadsheet.');
    await page.getByLabel('Price, row 1', { exact: true }).focus();
    await pasteInto(
      page,
      ' PRICE \tAmount\tShelf\titem\tQuantity\n2.50\t5\tB4\tPaper\t2\n1.00\t3\t\tInk\t3\n',
    );
    await at.said('2 rows pasted. Columns left out: Shelf.');
    expect(await valuesIn(page, 'item')).toEqual(['Paper', 'Ink']);
    expect(await valuesIn(page, 'quantity')).toEqual(['2', '3']);
    expect(await valuesIn(page, 'price')).toEqual(['2.50', '1.00']);
    await page.locator('tfoot [data-total="amount"]', { hasText: '€8.00' }).waitFor();
    await at.sees('New order');
    await at.end();
  }, 120_000);

  it('when pasting is undone, then what stood in the cells stands there again, and rows that were added go', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).fill('Pens');
    await page.getByLabel('Gift, row 1', { exact: true }).selectOption('true');
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(page, 'Paper\t2\t1.00\tno\nInk\t1\nGlue\t7\nTape\t4\n');
    expect(await valuesIn(page, 'item')).toEqual(['Paper', 'Ink', 'Glue', 'Tape']);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await at.said('Pasting undone.');
    expect(await valuesIn(page, 'item')).toEqual(['Pens', '']);
    expect([await valuesIn(page, 'quantity'), await valuesIn(page, 'gift')]).toEqual([
      ['', ''],
      ['true', ''],
    ]);
    expect(await focused(page)).toBe('lines.0.item');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await at.end();
  }, 120_000);

  it('when cells cannot be taken, then each says why until it is changed', async () => {
    const at = await clerk(true);
    const { page } = at;
    const errors = page.locator('[data-lines] .db-errors');
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(page, 'Paper\tmany\t2.50\tperhaps\nInk\t3\t1,5,0\tYES\n');
    await at.said('2 rows pasted. 3 cells could not be taken; each says why.');
    expect(await errors.allTextContents()).toEqual([
      'Quantity in row 1 of Lines is not a whole number. Write it like 12.',
      '“perhaps” is not in the list.',
      'Price in row 2 of Lines is not a number with at most 2 digits after the point. Write it like 12.50.',
    ]);
    expect(await page.getByLabel('Gift, row 1', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await valuesIn(page, 'gift')).toEqual(['', 'true']);
    await at.sees('New order');
    await page.getByLabel('Gift, row 1', { exact: true }).selectOption('false');
    expect(await errors.count()).toBe(2);
    await at.end();
  }, 120_000);

  it('when more rows are pasted than a table may have, then it takes those and says how many more there were', async () => {
    const at = await clerk(true);
    const { page } = at;
    const most = Number(await page.locator('[data-lines]').getAttribute('data-most'));
    const rows = Array.from({ length: most + 3 }, (_, index) => `Item ${index}\t1\t2.00`);
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(page, rows.join('\n'));
    await at.said(`${most} rows pasted. 3 more did not fit: there is room for ${most} rows.`);
    expect((await valuesIn(page, 'item')).at(-1)).toBe(`Item ${most - 1}`);
    await page.locator('tfoot [data-total="amount"]', { hasText: '€400.00' }).waitFor();
    await page.locator('form.db-form .btn-primary').click();
    await at.sees('Office things');
    await at.end();
  }, 120_000);

  it('when lines are typed by keyboard alone, then Enter leads to the next one, also where there is none yet', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    for (const item of ['Paper', 'Ink', 'Glue', 'Tape']) {
      await page.keyboard.type(item);
      await page.keyboard.press('Enter');
    }
    expect(await focused(page)).toBe('lines.4.item');
    expect(await valuesIn(page, 'item')).toEqual(['Paper', 'Ink', 'Glue', 'Tape', '']);
    await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
    expect([await valuesIn(page, 'item'), await focused(page)]).toEqual([
      ['Paper', 'Glue', 'Tape', ''],
      'lines.1.item',
    ]);
    await page.getByRole('button', { name: 'Duplicate row 1' }).press('Enter');
    expect([await valuesIn(page, 'item'), await focused(page)]).toEqual([
      ['Paper', 'Paper', 'Glue', 'Tape', ''],
      'lines.1.item',
    ]);
    expect(await page.getByLabel('Price, row 5', { exact: true }).count()).toBe(1);
    await at.end();
  }, 120_000);

  it('when Enter is pressed in the last column, then the next row begins; Ctrl+Enter sends the form', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    for (const item of ['Paper', 'Ink', 'Glue']) {
      for (const text of [item, '2', '1.50']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      expect(await focused(page)).toMatch(/gift$/);
      await page.keyboard.press('Enter');
    }
    expect(await focused(page)).toBe('lines.3.item');
    await page.keyboard.press('Control+Enter');
    await at.sees('Office things');
    await at.said('€9.00');
    await at.end();
  }, 120_000);

  it('when the page is left, then rows that were added and removed are there again', async () => {
    const at = await clerk(true);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await pasteInto(page, 'Paper\nInk\nGlue\nTape\n');
    await page.getByRole('button', { name: 'Remove row 2' }).click();
    await page.goto('/orders/orders');
    await page.goto('/orders/orders/new');
    await at.said(/^Draft of today, \d\d:\d\d restored\.$/);
    expect(await valuesIn(page, 'item')).toEqual(['Paper', 'Glue', 'Tape']);
    await at.end();
  }, 120_000);

  it.each([
    ['on a wide screen', 1280],
    ['on a phone', 390],
  ])(
    'when lines are wrong, then axe finds nothing in the form that comes back %s',
    async (_where, width) => {
      const at = await clerk(true, width);
      const { page } = at;
      await page.getByLabel('Item, row 1', { exact: true }).focus();
      await pasteInto(page, 'Paper\tmany\t2.50\n\t3\t1.00\n');
      await page.locator('form.db-form .btn-primary').click();
      await page.getByRole('alert').waitFor();
      await at.sees('New order');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('problems');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.getByRole('button', { name: 'Duplicate row 1' }).click();
      await page.getByRole('link', { name: 'Enter item in row 2' }).click();
      expect(await focused(page)).toBe('lines.2.item');
      await page.keyboard.type('Ink');
      await page.getByRole('heading', { name: 'One thing to fix before saving' }).waitFor();
      await page.getByRole('button', { name: 'Remove row 1' }).click();
      await page.locator('#problems').waitFor({ state: 'detached' });
      await at.sees('New order');
      await at.end();
    },
    120_000,
  );

  it('without scripts rows are added, copied and removed by buttons, and one goes on where one was', async () => {
    const at = await clerk(false);
    const { page } = at;
    await page.getByLabel('Item, row 1', { exact: true }).fill('Paper');
    await page.getByLabel('Quantity, row 1', { exact: true }).fill('2');
    await page.getByLabel('Price, row 1', { exact: true }).fill('2,50');
    await at.press('Duplicate row 1');
    await page.locator('[name="lines.1.item"]:focus').waitFor();
    await at.said('€10.00');
    await at.press('Add rows');
    await page.locator('[name="lines.2.item"]:focus').waitFor();
    await at.press('Remove row 1');
    await page.locator('[name="lines.0.item"]:focus').waitFor();
    expect((await valuesIn(page, 'item')).filter((item) => item !== '')).toEqual(['Paper']);
    expect(await page.locator('[name="title"]').inputValue()).toBe('Office things');
    await at.end();
  }, 120_000);
});

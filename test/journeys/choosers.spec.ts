// One of 1,240: with scripts while typing, without them by a button, by keyboard alone either way.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import {
  startWithManyToChoose,
  supplierName,
  type ManyToChoose,
} from '../web/records/forms/many-to-choose.js';
import { journey, type Journey } from './journey.js';

describe('given 1,240 suppliers', () => {
  let daybook: ManyToChoose;
  let browser: Browser;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startWithManyToChoose(), openBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  async function lead(scripts: boolean): Promise<Journey> {
    const url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
    const lea = await journey(browser, url, { scripts });
    await lea.become('Lea Lead');
    await lea.page.goto('/buying/orders/new');
    await lea.sees('New order');
    return lea;
  }

  it('then without scripts one is found and chosen by keyboard alone', async () => {
    const lea = await lead(false);
    const { page } = lea;
    await page.getByLabel('Title', { exact: false }).first().fill('Prisms');
    await page.getByLabel('Part of the name: Supplier', { exact: true }).fill('opt zurch');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await lea.said('1 found.');
    await page.locator('select[name="supplier"]:focus').waitFor();
    await lea.sees('New order');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('select[name="supplier"]').inputValue()).toBe(daybook.supplier(777));
    await lea.press('Create order');
    await lea.sees('Prisms');
    await lea.said(supplierName(777));
    await lea.end();
  }, 120_000);

  it('then with scripts one is found while one types, and chosen by keyboard alone', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.getByLabel('Title', { exact: false }).first().fill('Prisms');
    const supplier = page.locator('#f-supplier');
    await supplier.pressSequentially('opt zurch');
    await page.getByRole('option', { name: supplierName(777), selected: true }).waitFor();
    expect(await supplier.getAttribute('aria-activedescendant')).toBe('list-supplier-1');
    await lea.sees('New order');
    await page.keyboard.press('Enter');
    expect([await supplier.inputValue(), await chosen(page, 'supplier')]).toEqual([
      supplierName(777),
      daybook.supplier(777),
    ]);
    await lea.press('Create order');
    await lea.sees('Prisms');
    await lea.said(supplierName(777));
    await lea.end();
  }, 120_000);

  it('then an arrow key keeps the only one that was found', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.locator('#f-supplier').pressSequentially('opt zurch');
    await page.getByRole('option', { name: supplierName(777), selected: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chosen(page, 'supplier')).toBe(daybook.supplier(777));
    await lea.end();
  }, 120_000);

  it('then with scripts those chosen lately come first, before anything is typed', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.locator('#f-supplier').click();
    const lately = page.getByRole('group', { name: 'Chosen lately' }).getByRole('option');
    expect(await lately.allTextContents()).toEqual([supplierName(777)]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await chosen(page, 'supplier')).toBe(daybook.supplier(777));
    await lea.end();
  }, 120_000);

  it('then what was typed and not chosen is asked about, and nothing is saved without it', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.getByLabel('Title', { exact: false }).first().fill('Prisms');
    await page.locator('#f-owner').fill('Colleague');
    await page.locator('form.db-form .btn-primary').click();
    await lea.said('Choose from what was found for “Colleague”, or empty the search.');
    await lea.sees('New order');
    expect(await page.locator('#f-owner').inputValue()).toBe('Colleague');
    await lea.end();
  }, 120_000);

  it('then a pasted block chooses by name, in rows that were added as well', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await page.evaluate(
      (pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement!.dispatchEvent(paste);
      },
      `A\t${supplierName(3)}\nB\t${supplierName(42)}\nC\t${supplierName(815)}\n`,
    );
    await page.locator(`select[name="lines.2.source"] option[value="${daybook.supplier(815)}"]`).waitFor({
      state: 'attached',
    });
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLSelectElement>('[name="lines.2.source"]')!.value === wanted,
      daybook.supplier(815),
    );
    expect(await chosen(page, 'lines.1.source')).toBe(daybook.supplier(42));
    const third = page.getByRole('combobox', { name: 'Source, row 3', exact: true });
    expect(await third.inputValue()).toBe(supplierName(815));
    await lea.sees('New order');
    await lea.end();
  }, 120_000);

  it('then 200 pasted rows with 100 different names are all found, and names that are not say so at their cells', async () => {
    const lea = await lead(true);
    const { page } = lea;
    const names = Array.from({ length: 200 }, (_, index) => supplierName((index % 100) + 1));
    const rows = names.map(
      (name, index) => `Item ${index}\t${index === 150 ? 'Nowhere Ltd' : name.toUpperCase()}`,
    );
    await page.getByLabel('Item, row 1', { exact: true }).focus();
    await page.evaluate(
      (pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.activeElement!.dispatchEvent(paste);
      },
      `Item\tSource\n${rows.join('\n')}\n`,
    );
    await lea.said('200 rows pasted. One cell could not be taken; it says why.');
    expect(await page.locator('[data-lines] .db-errors').allTextContents()).toEqual([
      'Nothing found for “Nowhere Ltd”.',
    ]);
    const values = await page
      .locator('select[name$=".source"]')
      .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
    const wanted = Array.from({ length: 200 }, (_, index) =>
      index === 150 ? '' : daybook.supplier((index % 100) + 1),
    );
    expect(values).toEqual(wanted);
    await lea.end();
  }, 120_000);

  it('then a draft brings back a choice that its list does not have', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.locator('#f-supplier').fill('0815');
    await page.getByRole('option', { name: supplierName(815) }).click();
    await page.goto('/buying/orders');
    await page.goto('/buying/orders/new');
    await lea.said(/Draft of today, .* restored/);
    expect(await chosen(page, 'supplier')).toBe(daybook.supplier(815));
    expect(await page.locator('#f-supplier').inputValue()).toBe(supplierName(815));
    await lea.end();
  }, 120_000);
});

const chosen = (page: Page, name: string) =>
  page.locator(`select[name="${name}"]`).evaluate((select) => (select as HTMLSelectElement).value);

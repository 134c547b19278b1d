// Choosing one of 1,240 in a browser: with scripts while one types, without them by the button, by keyboard alone either way.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../views/browser.js';
import { startWithManyToChoose, supplierName, type ManyToChoose } from '../web/many-to-choose.js';
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
    await lea.sees('New: Order');
    return lea;
  }

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'then one is found and chosen by keyboard, %s',
    async (_how, scripts) => {
      const lea = await lead(scripts);
      const { page } = lea;
      await page.getByLabel('Title', { exact: false }).first().fill('Prisms');
      await page.getByLabel('Part of the name: Supplier', { exact: true }).fill('opt zurch');
      if (scripts) await page.keyboard.press('Enter');
      else {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      }
      await lea.said('1 found.');
      await page.locator('select[name="supplier"]:focus').waitFor();
      await lea.sees('New: Order');
      await page.keyboard.press('ArrowDown');
      expect(await page.locator('select[name="supplier"]').inputValue()).toBe(daybook.supplier(777));
      await lea.press('Open Order');
      await lea.sees('Prisms');
      await lea.said(supplierName(777));
      await lea.end();
    },
    120_000,
  );

  it('then with scripts it is found while one types, and a choice outlives another search', async () => {
    const lea = await lead(true);
    const { page } = lea;
    const supplier = page.locator('select[name="supplier"]');
    const search = page.getByLabel('Part of the name: Supplier', { exact: true });
    await search.pressSequentially('0042');
    await lea.said('1 found.');
    await page.locator('[name="_find.supplier"]:focus').waitFor();
    await supplier.selectOption(supplierName(42));
    await search.fill('supplier 00');
    await lea.said('50 of 99 found.');
    expect(await supplier.inputValue()).toBe(daybook.supplier(42));
    await lea.sees('New: Order');
    await lea.end();
  }, 120_000);

  it('then a draft brings back a choice that its list does not have', async () => {
    const lea = await lead(true);
    const { page } = lea;
    await page.getByLabel('Part of the name: Supplier', { exact: true }).fill('0815');
    await lea.said('1 found.');
    await page.locator('select[name="supplier"]').selectOption(supplierName(815));
    await page.goto('/buying/orders');
    await page.goto('/buying/orders/new');
    await lea.said(/Draft of today, .* restored/);
    expect(await page.locator('select[name="supplier"] option:checked').textContent()).toBe(
      supplierName(815),
    );
    await lea.end();
  }, 120_000);
});

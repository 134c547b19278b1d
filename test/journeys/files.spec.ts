// Dropped, pasted and chosen files are uploaded at once, or refused.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { openBrowser } from '../views/browser.js';
import { ORDERS, startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const WITH_FILES = ORDERS.replace(
  /^( +)title: .*type: text.*$/m,
  '$&\n$1quotes: { type: files, accept: [pdf, txt] }\n$1contract: file',
);
const PDF = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF';

/** Drops a file onto the field, or pastes it. */
const give = (page: Page, field: string, how: 'drop' | 'paste', file: { name: string; text: string }) =>
  page.evaluate(
    ([key, way, name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], name!));
      const input = document.querySelector<HTMLInputElement>(`input[type=file][name="${key}"]`)!;
      input.focus();
      const options = { bubbles: true, cancelable: true };
      input.dispatchEvent(
        way === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    [field, how, file.name, file.text] as const,
  );

describe('given a form with files', () => {
  let daybook: Daybook;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    [daybook, browser] = await Promise.all([startDaybook(), openBrowser()]);
    await daybook.send(new PublishSpecification({ text: WITH_FILES, context: system() }));
    await daybook.settled();
    await daybook.as('clerk');
    url = (await daybook.app.getUrl()).replace('[::1]', '127.0.0.1');
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
  });

  async function clerk(width = 1280): Promise<Journey> {
    const at = await journey(browser, url, { scripts: true });
    await at.page.setViewportSize({ width, height: 900 });
    await at.become('Clara Clerk');
    await at.page.goto('/orders/orders/new');
    await at.page.locator('[name="title"]').fill('Office things');
    return at;
  }

  it('when they are dropped, pasted and chosen, then each is uploaded and saved with the record', async () => {
    const at = await clerk();
    const { page } = at;
    await give(page, 'quotes', 'drop', { name: 'first.pdf', text: PDF });
    await page.getByLabel(/first\.pdf .*uploaded just now/).waitFor();
    await give(page, 'quotes', 'paste', { name: 'second.txt', text: 'as agreed' });
    await page.getByLabel(/second\.txt .*uploaded just now/).waitFor();
    await page.locator('input[type=file][name="contract"]').setInputFiles({
      name: 'contract.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(PDF, 'latin1'),
    });
    await page.getByLabel(/contract\.pdf .*uploaded just now/).waitFor();
    await at.sees('New order');
    await page.locator('form.db-form .btn-primary').click();
    await at.sees('Office things');
    for (const name of ['first.pdf', 'second.txt', 'contract.pdf'])
      expect(await page.getByRole('link', { name }).count()).toBe(1);
    await at.end();
  }, 120_000);

  it('when a proxy refuses its size, then the page says so in words, and what to do', async () => {
    const at = await clerk();
    const { page } = at;
    const body = '<html><h1>413 Request Entity Too Large</h1></html>';
    await page.route(/\/files\?/, (route) => route.fulfill({ status: 413, contentType: 'text/html', body }));
    await give(page, 'quotes', 'drop', { name: 'scan.pdf', text: PDF });
    await at.said(/scan\.pdf: The web server in front of Daybook takes no files of this size/);
    expect(await page.getByLabel(/scan\.pdf .*uploaded/).count()).toBe(0);
    await at.end();
  }, 120_000);

  it('when one is of another kind, then the page says so in words and takes the others', async () => {
    const at = await clerk(390);
    const { page } = at;
    await give(page, 'quotes', 'drop', { name: 'photo.exe', text: 'MZ' });
    await at.said(/photo\.exe: .*pdf/);
    await give(page, 'quotes', 'drop', { name: 'quote.txt', text: 'as agreed' });
    await page.getByLabel(/quote\.txt .*uploaded just now/).waitFor();
    await at.sees('New order');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await at.end();
  }, 120_000);

  it('when one is dropped on a record, then it is added to those it has, and the page shows it', async () => {
    const at = await clerk();
    const { page } = at;
    await give(page, 'quotes', 'drop', { name: 'first.pdf', text: PDF });
    await page.getByLabel(/first\.pdf .*uploaded just now/).waitFor();
    await page.locator('form.db-form .btn-primary').click();
    await at.sees('Office things');
    const drop = (name: string, text: string) =>
      page.locator('[data-drop*="quotes"]').evaluate(
        (field, [called, bytes]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes!], called!));
          field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
        },
        [name, text] as const,
      );
    // The page takes files once its script has run.
    await page.locator('[data-drop*="quotes"]').getByText('Drop files here to add them.').waitFor();
    await drop('photo.exe', 'MZ');
    await at.said(/photo\.exe: .*pdf/);
    await drop('second.txt', 'as agreed');
    await page.getByRole('link', { name: 'second.txt' }).waitFor();
    await at.said('Saved.');
    await at.sees('Office things');
    expect(await page.getByRole('link', { name: 'first.pdf' }).count()).toBe(1);
    await at.end();
  }, 120_000);

  it('when a single file is dropped again, then the new one takes the place of the old', async () => {
    const at = await clerk();
    const { page } = at;
    for (const name of ['old.pdf', 'new.pdf']) {
      await give(page, 'contract', 'drop', { name, text: PDF });
      await page.getByLabel(new RegExp(`${name} .*uploaded just now`)).waitFor();
    }
    const boxes = page.locator('input[type=checkbox][name^="contract."]');
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      false,
      true,
    ]);
    await page.locator('form.db-form .btn-primary').click();
    await at.sees('Office things');
    await page.getByRole('link', { name: 'new.pdf' }).waitFor();
    expect(await page.getByRole('link', { name: 'old.pdf' }).count()).toBe(0);
    await at.end();
  }, 120_000);
});

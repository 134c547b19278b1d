// In a real browser: a typed form is restored until it is sent, discarded, or another person signs in.
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { openBrowser } from './browser.js';
import { previews } from './previews.js';
import { buildSite, ORIGIN } from './site.js';

const FORM = '/form';
const FORM_POST = '/purchasing/requests/new';
const SIGN_IN = '/-/sign-in';
const REGISTER = '/-/people/new';
const TOKENS = '/-/account/tokens';
const PREVIEWS: Readonly<Record<string, string>> = {
  [FORM]: 'form-new',
  [SIGN_IN]: 'sign-in',
  [REGISTER]: 'register-person',
  [TOKENS]: 'tokens',
};
const BAR = /^Draft of today, \d\d:\d\d restored\.$/;

let browser: Browser;
let context: BrowserContext;
let site: ReturnType<typeof buildSite>;
let person = 'ada';
let notice: string | undefined;
let version = '7';
let isTokenMade = false;
let manner = { _locale: 'en', _zone: 'UTC' };

beforeAll(async () => {
  site = buildSite();
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
});
beforeEach(async () => {
  [person, notice, version, isTokenMade] = ['ada', undefined, '7', false];
  manner = { _locale: 'en', _zone: 'UTC' };
  context = await browser.newContext();
  await site.serve(context, (path) =>
    renderPage(
      previews[isTokenMade ? 'token-made' : (PREVIEWS[path] ?? 'list')]!((props) => {
        const user = path === SIGN_IN ? undefined : { id: person, name: 'Ada', admin: false, auditor: false };
        const hidden = 'hidden' in props ? { hidden: { _command: 'c', _seen: version, ...manner } } : {};
        return { ...props, ...hidden, frame: { ...props.frame, islands: site.islands, user, notice } };
      }),
    ),
  );
});
afterEach(async () => context.close());

const opened = async (path = FORM): Promise<Page> => {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(ORIGIN + path);
  return page;
};
const title = async (page: Page) => page.locator('[name="title"]').inputValue();
const typeInto = async (page: Page) => page.locator('[name="title"]').fill('half an hour of work');
const restored = async (page: Page) => page.getByText(BAR).count();
const kept = async (page: Page) => page.evaluate(() => Object.keys(localStorage));

describe('what was typed into a form', () => {
  it('is dropped when the page that answers shows what was made of it', async () => {
    const page = await opened(TOKENS);
    await page.locator('[name="name"]').fill('Import of the ERP');
    expect(await kept(page)).toHaveLength(1);
    isTokenMade = true;
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.locator('#made').waitFor();
    expect([await kept(page), await restored(page)]).toEqual([[], 0]);
  });

  it('is dropped by Cancel, without a question', async () => {
    const page = await opened();
    await typeInto(page);
    expect(await kept(page)).toHaveLength(1);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL((url) => url.href !== ORIGIN + FORM);
    expect(await kept(page)).toEqual([]);
    await page.goto(ORIGIN + FORM);
    expect([(await title(page)) === 'half an hour of work', await restored(page)]).toEqual([false, 0]);
  });

  it('is restored with its moment in the time zone of the page', async () => {
    manner = { _locale: 'en', _zone: 'Pacific/Kiritimati' };
    const page = await opened();
    await typeInto(page);
    await page.goto(ORIGIN + FORM);
    const [, time] = /^Draft of today, (\d\d:\d\d) restored/.exec(
      (await page.getByText(BAR).textContent())!,
    )!;
    const zone = { timeZone: 'Pacific/Kiritimati', timeStyle: 'short' } as const;
    const at = await page.evaluate(
      () => (JSON.parse(Object.values(localStorage)[0] as string) as { at: number }).at,
    );
    expect(time).toBe(new Intl.DateTimeFormat('en-GB', zone).format(at));
  });

  it('is there again when the page was left by a tab', async () => {
    const page = await opened();
    await typeInto(page);
    await page.locator('[name="department"]').selectOption('Sales');
    await page.goto(`${ORIGIN}/-/timeline`);
    await page.goto(ORIGIN + FORM);
    expect([await title(page), await restored(page)]).toEqual(['half an hour of work', 1]);
    expect(await page.locator('[name="department"]').inputValue()).toBe('Sales');
    expect(await page.getByText('This has changed since').count()).toBe(0);
  });

  it('is there again after the session was over and the person signed in again', async () => {
    const page = await opened();
    await typeInto(page);
    await page.goto(ORIGIN + SIGN_IN);
    await page.goto(ORIGIN + FORM);
    expect(await title(page)).toBe('half an hour of work');
  });

  it('says so where the record has moved on, and sends the version that it was typed over', async () => {
    const page = await opened();
    await typeInto(page);
    version = '9';
    await page.goto(ORIGIN + FORM);
    await page.getByText('This has changed since: compare before you save.').waitFor();
    expect(await page.locator('[name="_seen"]').getAttribute('value')).toBe('7');
  });

  it.each([
    ['language', { _locale: 'de', _zone: 'UTC' }],
    ['time zone', { _locale: 'en', _zone: 'Asia/Tokyo' }],
  ])('is there again without numbers and times where another %s was chosen', async (_what, chosen) => {
    const page = await opened();
    await typeInto(page);
    const price = page.locator('[name="lines.0.price"]');
    const before = await price.inputValue();
    await price.fill('1.234');
    manner = chosen;
    for (const times of ['once', 'twice']) {
      await page.goto(ORIGIN + FORM);
      await page.getByText(/restored\./).waitFor();
      expect([times, await title(page), await price.inputValue()]).toEqual([
        times,
        'half an hour of work',
        before,
      ]);
      const hint = page.getByText('Numbers and times are left out');
      expect(await hint.count()).toBe(times === 'once' ? 1 : 0);
      expect(await page.locator('[name="_locale"]').getAttribute('value')).toBe(chosen._locale);
    }
  });

  it('is gone when it is discarded', async () => {
    const page = await opened();
    const before = await title(page);
    await typeInto(page);
    await page.goto(ORIGIN + FORM);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText(BAR).waitFor({ state: 'detached' });
    expect([await title(page), await kept(page)]).toEqual([before, []]);
  });

  it('is gone when it was saved, and stays when the answer was none', async () => {
    const page = await opened();
    await typeInto(page);
    const send = async () => page.locator('form.db-form .btn-primary').click();
    await send();
    await page.goto(ORIGIN + FORM);
    expect(await title(page)).toBe('half an hour of work');
    notice = 'Saved.';
    await send();
    await page.waitForLoadState();
    await page.goto(ORIGIN + '/saved');
    expect(await kept(page)).toEqual([]);
  });

  it('is gone for another person on the same browser, and when the person signs out', async () => {
    const page = await opened();
    await typeInto(page);
    person = 'eve';
    await page.goto(ORIGIN + FORM);
    expect([await restored(page), await kept(page)]).toEqual([0, []]);
    await typeInto(page);
    expect(await kept(page)).toHaveLength(1);
    await page.locator('.db-person-button').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForLoadState();
    expect(await kept(page)).toEqual([]);
  });

  it('is not kept where it is personal, and leaving the page asks first', async () => {
    const page = await opened();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.locator('[name="iban"]').click();
    await page.keyboard.type('AT61');
    expect(await kept(page)).toEqual([]);
    await page.goto(ORIGIN + '/-/timeline');
    expect(asked).toEqual(['beforeunload']);
  });

  it('is not kept where it says who a new person is', async () => {
    const page = await opened(REGISTER);
    await page.locator('[name="name"]').fill('Mia Maier');
    await page.locator('[name="signInName"]').fill('mia.maier');
    expect(await kept(page)).toEqual([]);
  });

  it('asks nothing on leaving where all of it is kept', async () => {
    const page = await opened();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.locator('[name="title"]').click();
    await page.keyboard.type('more');
    await page.goto(ORIGIN + '/-/timeline');
    expect([asked, await kept(page)]).toEqual([[], [expect.stringContaining(FORM_POST)]]);
  });

  it('asks first where the browser keeps nothing', async () => {
    const page = await opened();
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    const asked = new Promise<string>((resolve) =>
      page.on('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      }),
    );
    await page.locator('[name="title"]').click();
    await page.keyboard.type('more');
    await page.goto(ORIGIN + '/-/timeline');
    expect(await asked).toBe('beforeunload');
  });

  it('takes less than 2.25 kB to keep', async () => {
    const page = await opened();
    const script = await page.evaluate(async (url) => (await fetch(url)).text(), site.islands['drafts']!);
    expect(gzipSync(script).length).toBeLessThan(2_304);
  });
});

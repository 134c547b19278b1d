// Every page is in German, including numbers and dates.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { openBrowser } from '../views/browser.js';
import { ORDERS, startDaybook, system, type Daybook } from '../web/daybook.js';
import { expectGerman, expectGermanWords } from './german.js';
import { sampleHalf } from '../property-runs.js';

const text = readFileSync(new URL('../../specifications/dienstreisen.md', import.meta.url), 'utf8');

/** Without scripts the same words are served, and purchase-request walks so. */
const WAYS = sampleHalf(['with', 'without'], 0);

const STAFF = [
  { name: 'Petra Sommer', roles: [] },
  { name: 'Klaus Winter', roles: [{ application: 'dienstreisen', role: 'vorgesetzte' }] },
  { name: 'Ines Herbst', roles: [{ application: '-', role: 'auditor' }] },
  { name: 'Emma Clark', roles: [{ application: 'orders', role: 'clerk' }] },
  { name: 'Anton Berg', roles: [{ application: '-', role: 'admin' }] },
] as const;

let daybook: Daybook;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [daybook, browser] = await Promise.all([startDaybook({ peopled: false }), openBrowser()]);
  for (const document of [text, ORDERS])
    await daybook.send(new PublishSpecification({ text: document, context: system() }));
  for (const { name, roles } of STAFF)
    await daybook.send(new RegisterUser({ id: uuid(), name, demo: true, roles, context: system() }));
  await daybook.settled();
  url = `http://127.0.0.1:${(daybook.app.getHttpServer().address() as AddressInfo).port}`;
}, 180_000);
afterAll(async () => {
  await browser.close();
  await daybook.close();
});

describe.each(WAYS)('a business trip in German, %s scripts', (how) => {
  const purpose = how === 'with' ? 'Messe in Graz' : 'Messe in Wien';
  let context: BrowserContext;
  let page: Page;
  let trip: string;

  beforeAll(async () => {
    context = await browser.newContext({
      javaScriptEnabled: how === 'with',
      baseURL: url,
      locale: 'de-DE',
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
  });
  afterAll(async () => context.close());

  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
  const fill = (label: string, value: string) => page.getByLabel(label).first().fill(value);
  const sees = (...texts: readonly (string | RegExp)[]) =>
    Promise.all(texts.map((each) => page.getByText(each).first().waitFor({ state: 'attached' })));
  const isHeaded = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  async function choose(label: string, title: string): Promise<void> {
    const control = page.getByLabel(label).first();
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT')
      return void (await control.selectOption({ label: title }));
    await control.fill(title);
    await page.getByRole('option', { name: title }).first().click();
  }
  async function open(address: string): Promise<void> {
    await daybook.settled();
    const answer = await page.goto(address);
    expect([address, answer?.status()]).toEqual([address, 200]);
    await expectGerman(page);
  }
  async function become(name: string): Promise<void> {
    await context.clearCookies();
    await open('/-/sign-in');
    await press(new RegExp(name));
    await page.waitForURL(`${url}/`);
    await expectGerman(page);
  }

  it('is asked for with amounts and days as Germans write them', async () => {
    await become('Petra Sommer');
    await open('/dienstreisen/antraege/new');
    await fill('Zweck der Reise', purpose);
    await fill('Reiseziel', 'Graz');
    await fill('Erster Reisetag', '2026-11-28');
    await fill('Entfernung in km', '1.234,5');
    await page.getByLabel('Art, Zeile 1').selectOption('Fahrt');
    await fill('Betrag, Zeile 1', '1.234,56');
    await press(/^Antrag anlegen/);
    await sees('Bitte „Letzter Reisetag“ ausfüllen', /Kostenstelle/);
    await expectGerman(page);
    await fill('Letzter Reisetag', '2026-11-27');
    await page.getByLabel('Kostenstelle').selectOption('Vertrieb');
    await choose('Genehmigt von', 'Klaus Winter');
    await press(/^Antrag anlegen/);
    await sees('Der letzte Reisetag liegt vor dem ersten.');
    await expectGerman(page);
    await fill('Letzter Reisetag', '2026-11-29');
    await press(/^Antrag anlegen/);
    await isHeaded(purpose);
    await expectGerman(page);
    trip = page.url().split('?')[0]!;
    await sees('1.234,56 €', '28.11.2026', '1234,5');
  }, 180_000);

  it('is found, and submitted', async () => {
    await open('/dienstreisen/antraege');
    await sees(purpose, '1.234,56 €');
    await open(`/-/search?q=${encodeURIComponent('1.234,56')}`);
    await sees(purpose);
    await open('/dienstreisen/antraege?kosten.from=1.234%2C00&as-typed=de');
    await sees(purpose);
    await open(trip);
    await press('Einreichen');
    await sees(/Eingereicht/);
    await expectGerman(page);
    await open('/');
    await open('/dienstreisen/meine');
  }, 180_000);

  it('is refused only with a reason, then approved', async () => {
    await become('Klaus Winter');
    await sees(purpose);
    await open(trip);
    await follow('Ablehnen');
    await isHeaded(/Ablehnen/);
    await expectGerman(page);
    await press('Ablehnen');
    await sees('Bitte einen Grund angeben');
    await expectGerman(page);
    await open('/dienstreisen/-/scheduled');
    await sees('Erinnerung');
    await open(trip);
    await press('Genehmigen');
    await sees(/Genehmigt/);
    await expectGerman(page);
    for (const address of [
      '/dienstreisen/kalender?month=2026-11',
      '/dienstreisen/reisekosten',
      '/-/deputies',
    ])
      await open(address);
  }, 180_000);

  it('is told as a change to who asked for it, whose account is in German', async () => {
    await become('Petra Sommer');
    await sees('Geändert, seit Sie hier waren');
    await open(trip);
    await sees(/Klaus Winter/, /genehmigt/);
    for (const address of ['/-/notices', '/-/account', '/dienstreisen/specification']) await open(address);
    await open('/-/account');
    await press(/^Alle anderen Sitzungen beenden|^Speichern/);
    await expectGerman(page);
  }, 180_000);

  it('stands in the timeline of an auditor', async () => {
    await become('Ines Herbst');
    await open('/-/timeline?application=dienstreisen');
    await sees(/Petra Sommer/, /Klaus Winter/);
    await follow(/^Ereignis \d+ vollständig/);
    await page.waitForURL(/events?\//);
    await expectGerman(page);
    await open('/dienstreisen/specification/constants');
  }, 180_000);

  it('is looked after by an admin, on pages of no application', async () => {
    await become('Anton Berg');
    for (const address of [
      '/-/people',
      '/-/people/new',
      '/-/status',
      '/-/status/read-models',
      '/-/calls',
      '/-/mails',
      '/-/publish',
    ])
      await open(address);
    await page.goto('/-/no-such-page');
    await expectGerman(page);
    await sees('Unter dieser Adresse gibt es weder eine Seite noch einen Datensatz.');
  }, 180_000);

  it('ends with signing out', async () => {
    await become('Petra Sommer');
    await open('/');
    await press(/Petra Sommer/);
    await press('Abmelden');
    await sees('Sie sind abgemeldet.');
    await expectGerman(page);
  }, 180_000);
});

describe.each(WAYS)('a document in English for a person who chose German, %s scripts', (how) => {
  it('has Daybook’s words, numbers and days in German, and its own in English', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: how === 'with',
      baseURL: url,
      locale: 'en-GB',
    });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    await page.goto('/-/sign-in');
    await page.getByRole('button', { name: /Emma Clark/ }).click();
    await page.goto('/-/account');
    await page.locator('select[name="language"]').selectOption('de');
    await page.locator('form:has(select[name="language"]) button').click();
    await daybook.settled();
    await page.goto('/orders/orders/new');
    expect(await page.locator('input[name="_locale"]').inputValue()).toBe('de');
    await page.locator('[name="title"]').fill('Paper');
    await page.locator('[name="weight"]').fill('1.234,567');
    await page.locator('[name="neededBy"]').fill('2026-11-28');
    await page.getByRole('button', { name: 'Order anlegen' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Paper' }).waitFor();
    for (const shown of ['1234,567', '28.11.2026', 'Needed by'])
      await page.getByText(shown).first().waitFor({ state: 'attached' });
    await expectGermanWords(page);
    for (const address of ['/', '/orders/orders', '/orders/spending', '/-/search?q=Paper', '/-/account']) {
      await page.goto(address);
      await expectGermanWords(page);
    }
    await context.close();
  }, 180_000);
});

// As an administrator sets it up: a file with the provider, no passwords, and roles by groups.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { readConfiguration } from '#configuration/configuration.js';
import {
  findFreePort,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#test/identity/providers/openid-provider.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { openBrowser } from '../views/browser.js';
import { startDaybook, system, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const SPENDING = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: Spending\n    fields: { title: text }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, reason: required, sign: I approve this spending }`,
});
const CLIENT = { clientId: 'daybook', clientSecret: 'a secret of both' };

describe('given a provider that people sign in by, and no passwords', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-provider-'));
  let provider: OpenIdProvider;
  let daybook: Daybook;
  let browser: Browser;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    provider = await startOpenIdProvider({
      ...CLIENT,
      redirectUri: `${url}/-/sign-in/oidc/work/callback`,
      signedOutUri: `${url}/-/sign-in`,
      backchannelLogoutUri: `${url}/-/sign-in/oidc/work/logout`,
    });
    const file = join(folder, 'providers.json');
    writeFileSync(join(folder, 'client-secret'), `${CLIENT.clientSecret}\n`);
    const work = {
      key: 'work',
      title: 'Example Ltd',
      issuer: provider.issuer,
      clientId: CLIENT.clientId,
      clientSecretFile: 'client-secret',
      registers: true,
    };
    writeFileSync(file, JSON.stringify([work]));
    const environment = { DAYBOOK_URL: url, DAYBOOK_OIDC: file, DAYBOOK_PASSWORDS: '0' };
    const { site, providers, passwords } = readConfiguration({ data: folder }, environment);
    [daybook, browser] = await Promise.all([
      startDaybook({ port, on: { site: site!, providers, passwords } }),
      openBrowser(),
    ]);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await daybook.close();
    await provider.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<Journey> => {
    const at = await journey(browser, url, { scripts: true, axe: false });
    at.page.setDefaultTimeout(15_000);
    return at;
  };
  const signIn = async ({ page, follow, explained }: Journey, login: string) => {
    await page.goto('/-/sign-in');
    await follow('Sign in with Example Ltd');
    await explained(() => page.locator('input[name=login]').fill(login));
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await explained(() => page.getByRole('button', { name: 'Continue' }).click());
    await explained(() =>
      page.waitForURL((at) => at.origin === url && !at.pathname.startsWith('/-/sign-in')),
    );
  };
  const signOut = async ({ page, explained, press }: Journey, name: string) => {
    await press(new RegExp(name));
    await press('Sign out');
    await explained(() => page.getByRole('button', { name: /Yes, sign me out/ }).click());
    await explained(() => page.waitForURL(`${url}/-/sign-in**`));
  };

  it('when a person signs in, then they are known, and signing out ends it at both ends', async () => {
    const at = await start();
    await at.page.goto('/-/sign-in');
    expect(await at.page.locator('main input[type=password]').count()).toBe(0);
    await signIn(at, 'nora');
    await at.page.goto('/-/account');
    expect(await at.page.locator('main').innerText()).toContain('Person nora');
    await signOut(at, 'Person nora');
    await at.page.goto('/-/account');
    expect(new URL(at.page.url()).pathname).toBe('/-/sign-in');
    await signIn(at, 'nora');
    await at.end();
  }, 120_000);

  it('when an admin tries and saves a table of roles, then the group gives the role at the next sign-in', async () => {
    provider.groups.set('omar', ['clerks']);
    const [admin, omar] = [await start(), await start()];
    await signIn(omar, 'omar');
    await admin.become('Ada Admin');
    await admin.page.goto('/-/people');
    await admin.follow('Roles by groups at providers');
    await admin.page.locator('[name="row.0.group"]').fill('clerks');
    await admin.page.locator('[name="row.0.role"]').selectOption('orders clerk');
    await admin.page.getByLabel('A person').fill('Person omar');
    await admin.press('Try');
    await admin.said(/Would get: /);
    await admin.press('Save as tried');
    await admin.said('Saved.');
    await signOut(omar, 'Person omar');
    await signIn(omar, 'omar');
    await admin.page.goto('/-/roles');
    expect(await admin.page.locator('main').innerText()).toContain('Person omar');
    await Promise.all([admin.end(), omar.end()]);
  }, 120_000);

  it('when a person signs out at the provider, then the session here is over, and that of another goes on', async () => {
    const [nora, omar] = [await start(), await start()];
    await signIn(nora, 'nora');
    await signIn(omar, 'omar');
    await nora.page.goto(`${provider.issuer}/session/end`);
    await nora.explained(() => nora.page.getByRole('button', { name: /Yes, sign me out/ }).click());
    await nora.explained(() => nora.page.waitForURL(/\/session\/end\/success/));
    await nora.page.goto(`${url}/-/account`);
    expect(new URL(nora.page.url()).pathname).toBe('/-/sign-in');
    await omar.page.goto(`${url}/-/account`);
    expect(await omar.page.locator('main').innerText()).toContain('Person omar');
    await Promise.all([nora.end(), omar.end()]);
  }, 120_000);

  it('when a person without a password signs, then the provider asks again in another tab, and the form stays', async () => {
    await daybook.send(new PublishSpecification({ text: SPENDING, context: system() }));
    await daybook.settled();
    const at = await start();
    await signIn(at, 'paula');
    const { page } = at;
    await page.goto('/spending/spends/new');
    await page.getByLabel('Title').fill('A microscope');
    await at.press('Create spend');
    await page.goto(`${page.url().split('?')[0]}/actions/approve`);
    await page.getByLabel(/Reason/).fill('Ours is broken');
    const opened = page.context().waitForEvent('page');
    await at.explained(() => page.getByRole('link', { name: /Confirm that it is you/ }).click());
    const tab = await opened;
    await tab.locator('input[name=login]').fill('paula');
    await tab.locator('input[name=password]').fill('any');
    await tab.locator('button[type=submit]').click();
    await tab.waitForURL(`${url}/-/signing/confirmed`);
    expect(await tab.locator('main').innerText()).toContain('go back to the form');
    await tab.close();
    expect(await page.getByLabel(/Reason/).inputValue()).toBe('Ours is broken');
    await at.explained(() => page.locator('main button[type=submit]').last().click());
    await page.waitForURL((to) => !to.pathname.endsWith('/approve'));
    expect(await page.locator('main').innerText()).toContain('I approve this spending');
    await at.end();
  }, 120_000);

  it('when a person turns back at the provider, then a page says so, and they may begin again', async () => {
    const at = await start();
    await at.page.goto('/-/sign-in');
    await at.follow('Sign in with Example Ltd');
    await at.explained(() => at.page.getByRole('link', { name: /Cancel/ }).click());
    await at.explained(() => at.page.waitForURL((to) => to.pathname.endsWith('/callback')));
    expect(await at.page.locator('main').innerText()).toContain('Example Ltd did not let you sign in');
    await at.end();
  }, 120_000);
});

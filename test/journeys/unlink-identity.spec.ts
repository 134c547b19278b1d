// An admin sees by which account somebody comes, and takes it away.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { v7 as uuid } from 'uuid';
import { ChangeProviderRoles } from '#domain/user/provider-roles-commands.js';
import {
  findFreePort,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#test/identity/providers/openid-provider.js';
import { openBrowser } from '../views/browser.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { journey, type Journey } from './journey.js';

const CLIENT = { clientId: 'daybook', clientSecret: 'a secret of both' };

describe('given a person who comes by a provider alone', () => {
  let provider: OpenIdProvider;
  let daybook: Daybook;
  let browser: Browser;
  let admin: Journey;
  let nora: Journey;
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
    provider.groups.set('nora', ['clerks']);
    const work = {
      ...{ ...CLIENT, key: 'work', title: 'Example Ltd', issuer: provider.issuer, registers: true },
      ...{ scopes: ['openid', 'profile'], groupsClaim: 'groups', nameClaim: 'name' },
    };
    [daybook, browser] = await Promise.all([
      startDaybook({ port, on: { site: url, providers: [work] } }),
      openBrowser(),
    ]);
    const rows = [{ provider: 'work', group: 'clerks', application: 'orders', role: 'clerk' }];
    const context = { actor: PEOPLE.admin.id, commandId: uuid() };
    await daybook.send(new ChangeProviderRoles({ rows, base: 0, context }));
    admin = await journey(browser, url, { scripts: true });
    nora = await journey(browser, url, { scripts: true, axe: false });
    nora.page.setDefaultTimeout(15_000);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([admin.end(), nora.end()]);
    await browser.close();
    await daybook.close();
    await provider.close();
  });

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

  it('when an admin unlinks the account, then the session is over, and a one-time link is the way in', async () => {
    await signIn(nora, 'nora');
    await daybook.settled();
    await admin.become('Ada Admin');
    await admin.page.goto('/-/people?q=nora');
    await admin.said('from Example Ltd');
    await admin.follow('Person nora');
    await admin.said('Accounts at providers');
    await admin.said('This is the only way in');
    await admin.press('Unlink Example Ltd');
    await admin.said('There is no way in left: make a one-time link.');
    expect(await admin.page.locator('main').innerText()).not.toContain('from Example Ltd');

    await nora.page.goto('/-/account');
    expect(new URL(nora.page.url()).pathname).toBe('/-/sign-in');

    await admin.press('Make a one-time link');
    const link = await admin.page.locator('#f-link').inputValue();
    await nora.page.goto(link);
    await nora.said('Sign in as Person nora');
    await nora.press(/^Sign in$/);
    await nora.page.goto('/-/account');
    expect(await nora.page.locator('main').innerText()).toContain('Person nora');
  }, 180_000);
});

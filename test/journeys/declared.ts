// Two approvers who sign (one as a deputy), files, an abandoned call, a reminder, a report.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { pdf } from '../files/files.js';
import { journey, type Journey, type Way } from './journey.js';
import { PASSWORD, PEOPLE, type Spending } from './spending.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

export function aSpending(how: string, started: () => readonly [Spending, Browser], way: Way): void {
  describe(`a spending, ${how}`, () => {
    let spending: Spending;
    let at: Journey;
    let path: string;
    let asked: number;

    const signIn = async (who: keyof typeof PEOPLE) => {
      await at.context.clearCookies();
      await at.page.goto('/-/sign-in');
      await at.page.getByLabel('Sign-in name').fill(who);
      await at.page.getByLabel('Password').fill(PASSWORD);
      await at.press('Sign in');
      await at.explained(() => at.page.waitForURL((url) => url.pathname !== '/-/sign-in'));
    };
    const sign = async (who: keyof typeof PEOPLE, password = PASSWORD) => {
      await at.page.getByLabel(/sign-in name/i).fill(who);
      await fill(/password/i, password);
      await at.press(/^(Approve|Sign)/);
    };
    const fill = async (label: string | RegExp, text: string) => at.page.getByLabel(label).first().fill(text);
    const open = async (title: string, amount: string, more = async () => {}) => {
      await at.page.goto('/spending/spends/new');
      await fill('Title', title);
      await fill('Amount', amount);
      await more();
      await at.press('Create spend');
      await at.sees(title);
      path = new URL(at.page.url()).pathname;
      await at.press('Submit');
      await at.said('Remind the bosses');
    };
    const until = async (holds: () => Promise<boolean>) => {
      for (let tries = 0; tries < 1_000 && !(await holds()); tries++)
        await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const events = async () => spending.events(path.split('/').at(-1)!);
    const requested = async () => (await events()).some(({ type }) => type === 'record.call-requested');

    beforeAll(async () => {
      const [served, browser] = started();
      spending = served;
      at = await journey(browser, served.url, { ...way, server: () => served.health() });
      asked = served.orders.asked.length;
    });

    afterAll(async () => at.end());

    it('is opened with two files, which come back as they were', async () => {
      await signIn('cleo');
      await open('Chairs for the hall', '9500', async () => {
        const files = ['one', 'two'].map((name) => ({
          name: `${name}.pdf`,
          mimeType: 'application/pdf',
          buffer: pdf(name),
        }));
        await at.page.getByLabel('Quotes').first().setInputFiles(files);
      });
      const link = at.page.getByRole('link', { name: /two\.pdf/ }).first();
      const answer = await at.context.request.get((await link.getAttribute('href'))!);
      expect(await answer.body()).toEqual(pdf('two'));
      await at.said('Waiting');
      await at.said('Scheduled');
    }, 180_000);

    it('is approved and signed by one, and by the deputy of the other', async () => {
      await signIn('ben');
      await at.page.goto('/-/deputies');
      await at.sees('Deputies');
      await at.page.getByLabel('Who', { exact: true }).selectOption({ label: 'Dora Deputy' });
      await fill('First day', spending.day(0));
      await fill('Last day', spending.day(14));
      await at.press('Name as deputy');
      await at.page.getByRole('button', { name: /End: Dora Deputy/ }).waitFor();
      await signIn('bea');
      await at.page.goto(path);
      await at.page
        .locator('.db-actions')
        .getByRole('link', { name: /^Approve/ })
        .first()
        .click();
      await sign('bea', 'a wrong sentence');
      await at.said(/not right|wrong/i);
      await sign('bea');
      await at.sees('Chairs for the hall');
      await at.said('1 of 2');
      await signIn('dora');
      await at.page.goto('/spending/-/waiting');
      await at.follow('Chairs for the hall');
      await at.sees('Chairs for the hall');
      await at.follow(/Approve.*Ben Boss/);
      await sign('dora');
      await at.sees('Chairs for the hall');
      await at.said('Approved');
      await at.said('Dora Deputy for Ben Boss');
      const { bea, ben, dora } = PEOPLE;
      const given = (await events()).filter(({ type }) => type === 'record.approval-given');
      expect(given.map(({ metadata }) => [metadata.actor, metadata.onBehalfOf])).toEqual([
        [bea.id, undefined],
        [dora.id, ben.id],
      ]);
      expect(given.map(({ data }) => data)).toMatchObject([
        { signature: { meaning: 'I approve this spending', by: 'password' } },
        { signature: { meaning: 'I approve this spending', by: 'password' } },
      ]);
    }, 180_000);

    it('has a call that fails, is tried again and is given up with a reason', async () => {
      const { orders } = spending;
      await until(async () => orders.asked.length > asked);
      spending.later(MINUTE);
      await signIn('ada');
      await until(async () => {
        await at.page.goto('/-/calls');
        return (await at.page.getByText('Give up').count()) > 0;
      });
      await at.sees('Calls and mails');
      const tries = orders.asked.slice(asked);
      expect(tries.map(({ url, body }) => `${url} ${body}`)).toEqual(
        Array(2).fill(`/orders ${tries[0]!.body}`),
      );
      expect(tries[1]!.headers['webhook-id']).toBe(tries[0]!.headers['webhook-id']);
      await at.page.locator('summary', { hasText: 'Give up' }).click();
      await fill('Reason', 'They closed last year.');
      await at.page.locator('details').getByRole('button', { name: 'Give up' }).click();
      await at.said('No call or mail was given up');
      await signIn('cleo');
      await at.page.goto(path);
      await at.said('They closed last year.');
    }, 180_000);

    it('is found from a report, and another one reminds whoever decides', async () => {
      await open('Tables for the hall', '100');
      const mails = spending.post.mails.length;
      spending.later(3 * DAY + MINUTE);
      await until(requested);
      await until(async () => spending.post.mails.length > mails);
      const number = /S-\d+/.exec(await at.page.locator('main').innerText())![0];
      const [mail, ...more] = spending.post.mails.slice(mails);
      expect(spending.orders.asked).toHaveLength(asked + 2);
      expect([mail!.to, more]).toEqual([['bosses@example.org'], []]);
      expect(mail!.text).toContain(`Subject: ${number} waits`);
      expect(mail!.text).toContain('Please look at Tables for the hall.');
      await signIn('bea');
      await at.page.goto(path);
      await at.said(/, as scheduled/);
      await at.page.goto('/spending/by-state');
      await at.sees('By state');
      await at.follow(/^Waiting$/);
      await at.said('Tables for the hall');
      expect(await at.page.getByText('Chairs for the hall').count()).toBe(0);
    }, 180_000);

    it('needs no deputy any more once whoever was away is back', async () => {
      await signIn('ben');
      await at.page.goto('/-/deputies');
      await at.press(/End: Dora Deputy/);
      await at.page.getByRole('button', { name: /End: Dora Deputy/ }).waitFor({ state: 'detached' });
      await signIn('dora');
      await at.page.goto(path);
      await at.sees('Tables for the hall');
      expect(await at.page.getByRole('link', { name: /^Approve/ }).count()).toBe(0);
    }, 180_000);
  });
}

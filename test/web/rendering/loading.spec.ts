import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

describe('while the examples are being loaded', () => {
  let share: number | undefined = 0.404;
  let daybook: Daybook;
  let browser: Browser;

  beforeAll(async () => {
    daybook = await startDaybook({ examples: { loading: () => share } });
    browser = await daybook.as('clerk');
    await daybook.send(
      new OpenRecord({
        application: 'orders',
        entity: 'Order',
        id: uuid(),
        input: { title: 'Tea' },
        context: { actor: PEOPLE.clerk.id, commandId: uuid() },
      }),
    );
    await daybook.settled();
  });
  afterAll(async () => daybook.close());

  it.each(['/', '/orders', '/orders/orders', '/-/timeline', '/-/deputies', '/orders/orders?state=open'])(
    'says how much is there instead of %s, and loads itself again',
    async (path) => {
      const { status, text, headers } = await browser.get(path).set('Accept', 'text/html');
      expect(status).toBe(503);
      expect(text).toContain('<h1>Loading the examples, 40 %</h1>');
      expect(text).toMatch(/<progress[^>]* value="40"/);
      expect(text).toContain(`href="${path}">Reload</a>`);
      expect(headers['refresh']).toBe('2');
    },
  );

  it('gives no number of what waits before all of it is there', async () => {
    expect((await browser.get('/')).text).not.toContain('db-tab-count');
  });

  it('lets people sign in and out, says so there, and never loads what they type away', async () => {
    const { status, text, headers } = await daybook.browser().get('/-/sign-in');
    expect(status).toBe(200);
    expect(text).toContain('Loading the examples, 40 %. You can sign in meanwhile.');
    expect(headers['refresh']).toBeUndefined();
    expect((await (await daybook.as('guest')).get('/-/account')).status).toBe(200);
  });

  it('answers programs as at any time', async () => {
    expect((await browser.get('/api/-/deputies')).status).toBe(200);
    expect((await daybook.browser().get('/-/ready')).status).toBe(200);
  });

  it('never says that all is there before it is', async () => {
    share = 0.9999;
    expect((await browser.get('/')).text).toContain('Loading the examples, 99 %');
  });

  it('shows pages again once they are there', async () => {
    share = undefined;
    expect((await browser.get('/orders/orders')).text).toContain('db-tab-count');
    expect((await daybook.browser().get('/-/sign-in')).text).not.toContain('Loading');
  });
});

// Order is by position, and nothing waits for the wall clock.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '#domain/user/user-commands.js';
import { system, type Browser } from '../web/daybook.js';
import { holdReadModels, Ledger } from './ledger.js';
import { openWorkplace, startWork, work, type Workplace } from './workplace.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = 'a sentence is fine';
const MIA = '01900000-0000-7000-8000-0000000031a0';

describe('when the clock jumps', () => {
  let place: Workplace;
  let ahead = 0;

  beforeAll(async () => {
    place = await openWorkplace({ clock: () => new Date(Date.now() + ahead).toISOString() });
    const person = { name: 'Mia', signInName: 'mia', password: PASSWORD, context: system() };
    await place.daybooks[0]!.send(new RegisterUser({ id: MIA, ...person }));
    await place.daybooks[0]!.settled();
  }, 60_000);

  afterAll(async () => place.close(), 60_000);

  const signIn = async (browser: Browser, password = PASSWORD) =>
    browser.post('/-/sign-in').type('form').send({ name: 'mia', password, next: '/' });

  const JUMPS = [5 * MINUTE, -5 * MINUTE, 400 * DAY, -400 * DAY, 0];

  it.each(JUMPS)(
    'by %d ms, everybody goes on working, and nothing is lost or out of order',
    async (jump) => {
      const ledger = new Ledger();
      // Expired sessions sign in again.
      const clerks = async () => Promise.all(place.daybooks.map(async (at) => at.as('clerk')));
      const before = await clerks();
      let over = false;
      // A jump while they work: clerks with expired sessions stop.
      const working = before.map(() => work(ledger, place.clerks, () => over).catch((error: Error) => error));
      ahead = jump;
      const now = await clerks();
      over = true;
      await Promise.all(working);
      const again = startWork(ledger, now, now.length);
      await again.advance(30);
      await again.end();
      await ledger.holdAgainst(place.daybooks[0]!.installation.store);
      await holdReadModels(...place.daybooks);
      for (const clerk of now) expect((await clerk.get('/orders/orders')).status).toBe(200);
    },
    60_000,
  );

  it('a session ends when its time is up, and one that was signed out of stays ended when the clock goes back', async () => {
    ahead = 0;
    const [one, other] = [place.daybooks[0]!.browser(), place.daybooks[1]!.browser()];
    const kept = await signIn(one);
    const cookie = (kept.headers['set-cookie'] as unknown as string[])
      .find((each) => /session=/.test(each))!
      .split(';')[0]!;
    const status = async () => (await other.get('/').set('Cookie', cookie)).status;
    expect(await status()).toBe(200);
    ahead = 13 * 60 * MINUTE;
    expect(await status()).toBe(303);
    ahead = 0;
    expect(await status()).toBe(200);
    await one.post('/-/sign-out');
    await place.daybooks[1]!.settled();
    for (ahead of [0, 40 * DAY, -40 * DAY, 0]) expect(await status()).toBe(303);
  });

  it('nobody is kept out for longer than the pause because of it', async () => {
    ahead = 0;
    for (let n = 0; n < 5; n++) await signIn(place.daybooks[n % 2]!.browser(), 'wrong');
    expect((await signIn(place.daybooks[0]!.browser())).status).toBe(429);
    const { events } = await place.daybooks[0]!.installation.store.read(`user-${MIA}`);
    expect(events.filter(({ type }) => type === 'user.sign-in-failed')).toHaveLength(5);
    for (ahead of [-6 * MINUTE, 6 * MINUTE]) {
      const answer = await signIn(place.daybooks[0]!.browser());
      expect([answer.status, answer.headers['location']]).toEqual([303, '/']);
    }
  });
});

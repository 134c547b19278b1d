import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

let daybook: Daybook;
const victim = PEOPLE.clerk.id;
const at = (path: string) => `/-/people/${victim}/${path}`;

beforeAll(async () => {
  daybook = await startDaybook();
});

afterAll(() => daybook.close());

const ADMINS_ONLY: readonly (readonly [string, object])[] = [
  ['/-/people/new', { name: 'Made Up', signInName: 'made.up' }],
  [at('roles'), { 'role.-.admin': 'true' }],
  [at('link'), {}],
  [at('sessions'), { session: 'others' }],
  [at('sessions'), { session: '1' }],
];

const post = (browser: Browser, path: string, body: object) => browser.post(path).type('form').send(body);

describe.each(['nobody', 'guest', 'second', 'boss'] as const)('given %s, who is no admin', (who) => {
  it.each(ADMINS_ONLY)('when they post to %s, then nothing is written', async (path, body) => {
    const browser = who === 'nobody' ? daybook.browser() : await daybook.as(who);
    await daybook.settled();
    const before = await daybook.installation.store.head();
    const { status } = await post(browser, path, body);
    expect(status).toBe(who === 'nobody' ? 401 : 403);
    expect(await daybook.installation.store.head()).toBe(before);
  });
});

describe('given sessions of two people', () => {
  const signedIn = async (browser: Browser) => (await browser.get('/-/account')).status === 200;

  it.each([{ session: 'others' }, 'theirs'] as const)(
    'when one ends all others, or that of the other, then the other stays signed in (%j)',
    async (which) => {
      const [theirs, own] = [await daybook.as('clerk'), await daybook.as('guest')];
      const page = (await theirs.get('/-/account').expect(200)).text;
      const session = /name="session"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="session"/.exec(page);
      const body = which === 'theirs' ? { session: session?.[1] ?? session?.[2] ?? '1' } : which;
      await post(own, '/-/account/sessions', body);
      await daybook.settled();
      expect(await signedIn(theirs)).toBe(true);
    },
  );

  it('when one signs out, then the other stays signed in', async () => {
    const [theirs, own] = [await daybook.as('clerk'), await daybook.as('guest')];
    await post(own, '/-/sign-out', { person: victim });
    await daybook.settled();
    expect([await signedIn(own), await signedIn(theirs)]).toEqual([false, true]);
  });
});

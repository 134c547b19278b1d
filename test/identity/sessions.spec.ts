import { describe, expect, it } from '@jest/globals';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { SESSION_LIFETIME_MS, Sessions, computeSessionStamp } from '#identity/sessions.js';

const SECRET = 'a secret that is long enough for sealing';
const mia = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  passwordHash: { sealed: { person: 'mia', box: 'first' } },
} as unknown as PersonDocument;

describe('a session', () => {
  it('is found by its cookie, with whom it is and by which password it began', async () => {
    const sessions = new Sessions(SECRET);
    const session = await sessions.of(await sessions.begin(mia, 7));
    expect(session).toMatchObject({ person: mia.id, begun: 7, stamp: computeSessionStamp(mia) });
  });

  it('has another cookie each time', async () => {
    const sessions = new Sessions(SECRET);
    expect(await sessions.begin(mia, 7)).not.toBe(await sessions.begin(mia, 7));
  });

  it('is nothing once a character of its cookie is changed', async () => {
    const sessions = new Sessions(SECRET);
    const cookie = await sessions.begin(mia, 7);
    for (let at = 0; at < cookie.length; at += 17) {
      const other = cookie[at] === 'a' ? 'b' : 'a';
      expect(await sessions.of(cookie.slice(0, at) + other + cookie.slice(at + 1))).toBeUndefined();
    }
    expect(await sessions.of(cookie)).toBeDefined();
  });

  it('is nothing to an installation with another secret', async () => {
    const cookie = await new Sessions(SECRET).begin(mia, 7);
    expect(await new Sessions(`${SECRET}!`).of(cookie)).toBeUndefined();
  });

  it.each(['', 'x', 'Fe26.2*1*a*b*c*d*e*f~2', '~2', 'a'.repeat(5000)])(
    'is nothing where the cookie is %j',
    async (cookie) => {
      expect(await new Sessions(SECRET).of(cookie)).toBeUndefined();
    },
  );

  it('ends after twelve hours', async () => {
    let now = 1_700_000_000_000;
    const sessions = new Sessions(SECRET, () => new Date(now).toISOString());
    const cookie = await sessions.begin(mia, 7);
    now += SESSION_LIFETIME_MS - 1;
    expect(await sessions.of(cookie)).toBeDefined();
    now += 1;
    expect(await sessions.of(cookie)).toBeUndefined();
  });

  it('ends by signing out, also where somebody kept the cookie', async () => {
    const sessions = new Sessions(SECRET);
    const [cookie, another] = [await sessions.begin(mia, 7), await sessions.begin(mia, 8)];
    const copy = await sessions.begin(mia, 7);
    sessions.end((await sessions.of(cookie))!);
    expect(await sessions.of(copy)).toBeUndefined();
    expect(await sessions.of(cookie)).toBeUndefined();
    expect(await sessions.of(another)).toBeDefined();
  });

  it('began with another password, where the password has changed since', () => {
    const since = { ...mia, passwordHash: { sealed: { person: 'mia', box: 'second' } } };
    expect(computeSessionStamp(since)).not.toBe(computeSessionStamp(mia));
  });
});

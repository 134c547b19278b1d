import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfiguration } from '#configuration/configuration.js';
import { startDaybook, type Daybook } from '../daybook.js';

const proxies = (said: string) => readConfiguration({}, { DAYBOOK_PROXIES: said }).proxies;

describe('DAYBOOK_PROXIES', () => {
  it('names addresses and networks; by default only this machine', () => {
    expect(readConfiguration({}, {}).proxies).toEqual(['loopback']);
    expect(proxies('loopback, 10.0.0.0/8,fd00::/8,192.168.1.7')).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
      '192.168.1.7',
    ]);
  });

  it.each(['everybody', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', '10.0.0.256', '10.0.0.0/x', 'a,,b'])(
    'refuses “%s”, and says what would be right',
    (said) => {
      expect(() => proxies(said)).toThrow(/DAYBOOK_PROXIES: .*write addresses or networks/);
    },
  );
});

describe.each([
  ['a proxy that is named', ['loopback'], true],
  ['a proxy that is not named', ['10.0.0.0/8'], false],
])('%s', (_what, named, believed) => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { proxies: named } });
  });

  afterAll(async () => daybook.close());

  it(`is ${believed ? '' : 'not '}believed about how the browser came, and from where`, async () => {
    const from = async (address: string) =>
      daybook
        .browser()
        .post('/-/sign-in')
        .set({ 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' })
        .type('form')
        .send({ name: `nobody ${Math.random()}`, password: 'x' });
    const chosen = await daybook
      .browser()
      .post('/-/appearance')
      .set('X-Forwarded-Proto', 'https')
      .type('form')
      .send({ appearance: 'dark' });
    expect(/; Secure/.test(String(chosen.headers['set-cookie']))).toBe(believed);
    // Fifty failures exhaust one address; another has its own count, if the proxy is trusted.
    for (let n = 0; n < 50; n++) await from('203.0.113.1');
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(believed ? 401 : 429);
  }, 60_000);
});

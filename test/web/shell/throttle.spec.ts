import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseJson } from '#web/http/json-body.js';
import { readConfiguration } from '#configuration/configuration.js';
import { startDaybook, type Daybook } from '../daybook.js';
import { toClientNetwork } from '#platform/to-client-network.js';
import { Throttle } from '#web/shell/throttle.js';

describe('given so many requests a minute', () => {
  it('when they are used up, then one waits until the next is there, and others do not', () => {
    let now = 0;
    const throttle = new Throttle({ person: 60, address: 0 }, () => now);
    for (let n = 0; n < 60; n += 1) expect(throttle.take('person', 'ada')).toBe(0);
    expect(throttle.take('person', 'ada')).toBe(1);
    expect(throttle.take('person', 'bob')).toBe(0);
    expect(throttle.take('address', 'ada')).toBe(0);
    now += 1_000;
    expect(throttle.take('person', 'ada')).toBe(0);
    expect(throttle.take('person', 'ada')).toBe(1);
    now -= 60_000;
    expect(throttle.take('person', 'ada')).toBe(1);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('when the address is %s, then %s is counted', (address, network) => {
    expect(toClientNetwork(address)).toBe(network);
  });

  it('when the environment says so, then there are others, and nonsense is refused', () => {
    expect(readConfiguration({}, {}).rates).toEqual({ person: 1200, address: 12000 });
    expect(readConfiguration({}, { DAYBOOK_REQUESTS_PER_PERSON: '5' }).rates.person).toBe(5);
    expect(() => readConfiguration({}, { DAYBOOK_REQUESTS_PER_ADDRESS: 'many' })).toThrow(
      /requests per minute/,
    );
  });
});

describe('given a server that counts', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { rates: { person: 30, address: 120 } } });
  });

  afterAll(async () => daybook.close());

  it('when a person asks too often, then it is 429 with a time to wait; another one goes on, and so does health', async () => {
    const ada = await daybook.as('clerk');
    const bert = await daybook.as('boss');
    let last = await ada.get('/');
    for (let n = 0; n < 40 && last.status !== 429; n += 1) last = await ada.get('/');
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    const problem = await ada.get('/api/orders/Order').set('Accept', 'application/json');
    expect(problem.headers['content-type']).toContain('application/problem+json');
    expect(problem.headers['retry-after']).toBeDefined();
    expect(JSON.parse(problem.text)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await bert.get('/')).status).toBe(200);
    const nobody = daybook.browser();
    let answer = await nobody.get('/-/sign-in');
    for (let n = 0; n < 120 && answer.status !== 429; n += 1) answer = await nobody.get('/-/sign-in');
    expect(answer.status).toBe(429);
    expect((await nobody.get('/-/health')).status).toBe(200);
  }, 60_000);
});

describe('given JSON that is deep or long', () => {
  it.each([
    ['half a million brackets', '['.repeat(500_000), 'nested more than 16 deep'],
    ['objects in objects', '{"a":'.repeat(100_000), 'nested more than 16 deep'],
    ['brackets and half a character', `${'['.repeat(300_000)}"\\ud800"`, 'nested more than 16 deep'],
    ['two hundred thousand rows', `[${'1,'.repeat(200_000)}1]`, 'more than 1,000 names or rows'],
    ['a text that does not end', '"'.padEnd(900_000, '\\'), 'not valid JSON'],
    ['half a character', '{"a":["\\ud800"]}', 'only half there'],
  ])('when it is %s, then it is refused, and why is said', async (_, text, why) => {
    await expect(parseJson(text)).rejects.toThrow(why);
  });

  it('when brackets stand in texts, then they are not counted', async () => {
    const value = { a: ['[['.repeat(100), '\\"{{', { b: ']' }] };
    expect(await parseJson(JSON.stringify(value))).toEqual(value);
  });
});

describe('given a thousand fields nobody knows', () => {
  it('when they are sent, then the answer is short and counts the rest', async () => {
    const daybook = await startDaybook();
    try {
      const ada = await daybook.as('clerk');
      const names = Array.from({ length: 999 }, (_, n) => [`field${n}`, 1]);
      const fields = { ...Object.fromEntries(names), ['x'.repeat(5_000)]: 1 };
      const answer = await ada.post('/api/orders/Order').send({ fields });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text.length).toBeLessThan(10_000);
      expect(answer.text).toContain('And 995 more of the kind.');
    } finally {
      await daybook.close();
    }
  }, 60_000);
});

import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';
import { resumeOnceAwaited } from '../resume-once-awaited.js';

const NEW_ORDER = '/orders/orders/new';

describe('every request', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const post = (path: string) => clerk.post(path).type('form');

  it('is answered with headers that bound what a page may do', async () => {
    const { headers } = await clerk.get(NEW_ORDER);
    const policy = Object.fromEntries(
      headers['content-security-policy']!.split(';').map((part) => part.trim().split(/ (.*)/)) as string[][],
    ) as Record<string, string>;
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'img-src': "'self' data:",
    });
    expect(headers['content-security-policy']).not.toMatch(/unsafe|http:|\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('gets pages without a script or a style inside them', async () => {
    for (const path of ['/-/sign-in', NEW_ORDER, '/orders/nothing']) {
      const { text } = await clerk.get(path);
      expect(text).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle="|\son\w+="|javascript:/i);
    }
  });

  it('has a number of its own', async () => {
    const numbers = await Promise.all(
      [1, 2].map(async () => (await clerk.get('/-/sign-in')).headers['x-correlation-id']),
    );
    expect(numbers[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(numbers[0]).not.toBe(numbers[1]);
  });

  it.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ])('that posts from another site is refused: %j', async (headers) => {
    const before = await daybook.installation.store.head();
    for (const path of [NEW_ORDER, '/-/sign-out', '/-/appearance', '/-/sign-in/demo', '/api/orders/Order']) {
      const answer = await clerk
        .post(path)
        .set(headers)
        .type('form')
        .send({ title: 'x', person: PEOPLE.boss.id });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('another site');
    }
    expect(await daybook.installation.store.head()).toBe(before);
    expect((await clerk.get(NEW_ORDER)).status).toBe(200);
  });

  it('that asks for a page after a command waits until the page can show it', async () => {
    const records = daybook.installation.projections.subscription('records');
    records.pause();
    const { status, headers } = await post(NEW_ORDER).send({ title: 'Just written' });
    expect(status).toBe(303);
    resumeOnceAwaited(daybook.installation.projections, 'records');
    expect((await clerk.get(headers['location']!)).text).toContain('Just written');
  });

  it('that posts more than a megabyte is refused, and the connection goes on', async () => {
    const answer = await post(NEW_ORDER).send(`title=${'x'.repeat(1024 * 1024)}`);
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('more than 1 MB at once');
    expect((await clerk.get(NEW_ORDER)).status).toBe(200);
  });

  it.each([
    ['a broken encoding', 'application/x-www-form-urlencoded', 'title=%E0%A4'],
    ['bytes that are no UTF-8', 'application/x-www-form-urlencoded', Buffer.from([0x74, 0x3d, 0xff, 0xfe])],
    ['broken JSON', 'application/json', '{"title": '],
    ['half a character', 'application/json', '{"fields":{"title":"\\ud800"}}'],
    ['a type nobody reads', 'text/xml', '<title/>'],
    ['JSON where a form belongs', 'application/json', '{"title":"x"}'],
  ])('that posts %s is refused as not understood', async (_what, type, body) => {
    const answer = await clerk
      .post(NEW_ORDER)
      .set('Content-Type', type)
      .serialize((bytes) => bytes as never)
      .send(body as never);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be understood');
  });

  it('that posts ten thousand tricks changes nothing and breaks nothing', async () => {
    const body = Array.from(
      { length: 10_000 },
      (_, n) => `__proto__[x${n}]=y&constructor.prototype.z=1`,
    ).join('&');
    const answer = await post(NEW_ORDER).send(body);
    expect([400, 413, 422]).toContain(answer.status);
    expect(({} as Record<string, unknown>)['x1']).toBeUndefined();
    expect(({} as Record<string, unknown>)['z']).toBeUndefined();
  });

  it.each(['/orders/%E0%A4%A', '/%', '/%00', '/orders/orders/%2e%2e%2f', '/-/people/%ff/roles'])(
    'for %s gets a page that says there is nothing, or that it was not understood, or asks to sign in',
    async (path) => {
      const { port } = daybook.app.getHttpServer().address() as AddressInfo;
      const status = await new Promise<number>((resolve, reject) => {
        get({ port, path, headers: { accept: 'text/html' } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        }).on('error', reject);
      });
      expect([303, 400, 404]).toContain(status);
    },
  );

  it('for nothing there is gets a page for people, and a problem for programs', async () => {
    const page = await clerk.get('/orders/nothing').set('Accept', 'text/html');
    expect(page.status).toBe(404);
    expect(page.text).toContain('There is nothing here');
    for (const [path, accept] of [
      ['/orders/nothing', 'application/json'],
      ['/api/orders/Nothing', '*/*'],
    ] as const) {
      const problem = await clerk.get(path).set('Accept', accept);
      expect(problem.status).toBe(404);
      expect(problem.headers['content-type']).toBe('application/problem+json');
      expect(problem.body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it('of somebody who is not signed in learns nothing about what there is', async () => {
    for (const path of ['/orders/orders', '/orders/nothing', '/nothing/at-all', '/-/people']) {
      const answer = await daybook.browser().get(path);
      expect([answer.status, answer.headers['location']]).toEqual([
        303,
        `/-/sign-in?next=${encodeURIComponent(path)}`,
      ]);
      const posted = await daybook.browser().post(path);
      expect([401, 404]).toContain(posted.status);
      expect(posted.text).not.toContain('/orders/shops');
    }
  });

  it('about health is answered without signing in', async () => {
    const answer = await daybook.browser().get('/-/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'ok', details: { 'event store': { status: 'up' } } });
  });

  it.each(['/-/live', '/-/ready'])('of a probe at %s is answered without signing in', async (address) => {
    const answer = await daybook.browser().get(address);
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'ok' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('may choose how pages look, and comes back to where it was', async () => {
    const answer = await clerk
      .post('/-/appearance')
      .type('form')
      .send({ appearance: 'dark', next: '/orders/orders' });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/orders/orders');
    expect((await clerk.get(NEW_ORDER)).text).toContain('data-bs-theme="dark"');
  });
});

describe('over HTTPS', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ secure: true });
  });

  afterAll(async () => daybook.close());

  it('a session counts by its prefixed cookie alone, so that no neighbour of the domain can plant one', async () => {
    const sent = { person: PEOPLE.boss.id };
    const answer = await daybook.browser().post('/-/sign-in/demo').type('form').send(sent);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    const [cookie = ''] = cookies.find((each) => each.startsWith('__Host-daybook-session='))!.split(';');
    const ask = async (name: string) =>
      (await daybook.browser().get('/-/account').set('Cookie', name)).status;
    expect(await ask(cookie)).toBe(200);
    expect(await ask(cookie.replace('__Host-', ''))).toBe(303);
    expect(await ask(cookie.replace('__Host-', '__Secure-'))).toBe(303);
  });

  it('a refusal names the session cookie with its prefix', async () => {
    const answer = await daybook.browser().get('/api/orders/orders').expect(401);
    expect(answer.headers['www-authenticate']).toContain('cookie-name="__Host-daybook-session"');
  });

  it('cookies never travel otherwise, and browsers are told to come back so', async () => {
    const answer = await daybook
      .browser()
      .post('/-/sign-in/demo')
      .type('form')
      .send({ person: PEOPLE.boss.id });
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-daybook-/);
      expect(cookie).toMatch(/; Path=\/;.*; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import request from 'supertest';
import { addBasePath } from '#web/addresses/base-path.js';
import { startDaybook, type Daybook } from '../daybook.js';

describe('given that people reach Daybook below a path of their site', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { site: 'http://localhost/daybook' } });
  });
  afterAll(async () => daybook.close());

  const get = (path: string) => request(daybook.app.getHttpServer()).get(path);

  it('when a page is asked for below it, then each address in the page is below it, too', async () => {
    const { text } = await get('/daybook/-/sign-in').expect(200);
    const addresses = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    expect(addresses.filter((address) => !address!.startsWith('/daybook/'))).toEqual([]);
  });

  it('when somebody is sent on, then to an address below it, and comes back to the page they asked for', async () => {
    const { headers } = await get('/daybook/orders/all?state=draft').set('Accept', 'text/html').expect(303);
    expect(headers['location']).toBe('/daybook/-/sign-in?next=%2Forders%2Fall%3Fstate%3Ddraft');
    const clerk = await daybook.as('clerk');
    const { headers: sent } = await clerk.post('/daybook/-/appearance').type('form').send({
      appearance: 'dark',
      here: '/orders/all',
    });
    expect(sent['location']).toBe('/daybook/orders/all');
  });

  it.each(['/daybook', '/daybook?a=1', '/daybook/'])(
    'when %s is asked for, then it is the first page, for which one signs in',
    async (path) => {
      const { headers } = await get(path).set('Accept', 'text/html').expect(303);
      expect(headers['location']).toMatch(/^\/daybook\/-\/sign-in/);
    },
  );

  it('when somebody signs in, then other programs of the site get no cookie of it', async () => {
    const { headers } = await request(daybook.app.getHttpServer())
      .post('/daybook/-/appearance')
      .type('form')
      .send({ appearance: 'dark', here: '/' });
    const set = headers['set-cookie'] as unknown as readonly string[];
    expect(set.length).toBeGreaterThan(0);
    expect(set.filter((cookie) => !cookie.includes('; Path=/daybook;'))).toEqual([]);
  });

  it('when an answer says how to sign in, then by the form below it', async () => {
    const { headers } = await get('/daybook/api/orders/orders').expect(401);
    expect(headers['www-authenticate']).toContain('form-action="/daybook/-/sign-in"');
  });

  it('when a program follows addresses in answers, then they are below it, too', async () => {
    const clerk = await daybook.as('clerk');
    const admin = await daybook.as('admin');
    for (const title of ['Pens', 'Paper']) {
      const { status, headers } = await clerk
        .post('/daybook/api/orders/Order')
        .send({ fields: { title } })
        .set('Content-Type', 'application/json');
      expect([status, headers['location']]).toEqual([
        201,
        expect.stringMatching(/^\/daybook\/api\/orders\//),
      ]);
    }
    await daybook.settled();
    const bodies = await Promise.all([
      clerk.get('/daybook/api/orders/Order?limit=1'),
      clerk.get('/daybook/api/-/search?q=pens'),
      admin.get('/daybook/api/-/timeline?limit=1'),
    ]);
    const found = bodies.map(({ body }) => [...addressesIn(body)]);
    expect(found.map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(found.flat().filter((address) => !address.startsWith('/daybook/'))).toEqual([]);
    expect((await clerk.get(found[0]!.at(-1)!)).status).toBe(200);
    const { body: described } = await clerk.get('/daybook/api/orders/openapi.json');
    expect(described).toMatchObject({ servers: [{ url: '/daybook' }] });
  });

  it('when a path only begins with the same letters, then it is another one', async () => {
    const clerk = await daybook.as('clerk');
    const { status } = await clerk.get('/daybookish/orders');
    expect(status).toBe(404);
  });

  it.each(['/-/health', '/daybook/-/health'])(
    'when the health is asked for at %s, then it is told',
    async (path) => {
      const { status } = await get(path);
      expect(status).toBe(200);
    },
  );
});

function* addressesIn(json: unknown): Generator<string> {
  if (typeof json === 'string' && json.startsWith('/')) yield json;
  if (typeof json === 'object' && json !== null)
    for (const each of Object.values(json)) yield* addressesIn(each);
}

describe('the base path of addresses', () => {
  it('is put before addresses of this site and before nothing else', () => {
    const html =
      '<html lang="en"><a href="/orders">x</a><a href="//other.org/a">y</a><a href="https://other.org/b">z</a>' +
      '<form action="/orders/new"><input name="return" value="/orders"><kbd data-key="/">/</kbd></form>' +
      '<p>He wrote href=&quot;/orders&quot;</p>';
    expect(addBasePath(html, '/tools/daybook')).toBe(
      '<html data-base-path="/tools/daybook" lang="en"><a href="/tools/daybook/orders">x</a><a href="//other.org/a">y</a><a href="https://other.org/b">z</a>' +
        '<form action="/tools/daybook/orders/new"><input name="return" value="/orders"><kbd data-key="/">/</kbd></form>' +
        '<p>He wrote href=&quot;/orders&quot;</p>',
    );
  });

  it('changes no text, whatever people write', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
        const html = `<p title="${escaped}">${escaped}</p>`;
        expect(addBasePath(html, '/daybook')).toBe(html);
      }),
    );
  });
});

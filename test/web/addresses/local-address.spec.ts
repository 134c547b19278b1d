import { readdirSync, readFileSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toLocalAddress } from '#web/addresses/local-address.js';
import { startDaybook, type Browser, type Daybook } from '../daybook.js';
import { anyText } from '#test/any-text.js';

const SITE = 'https://daybook.example';

describe('the address of this site that a text means', () => {
  it.each(['/', '/purchasing/requests?state=draft#top', '/-/people', '/a?b=%E6%97%A5'])(
    'is the text itself: %s',
    (text) => {
      expect(toLocalAddress(text)).toBe(text);
    },
  );

  it.each([
    ['/日', '/%E6%97%A5'],
    ['/orders?q=Zoë', '/orders?q=Zo%C3%AB'],
    ['/a/../b', '/b'],
  ])('is written in ASCII: %s', (text, address) => {
    expect(toLocalAddress(text)).toBe(address);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\r\nb',
    '/\ud800',
    '',
    undefined,
    ['/a'],
  ])('is the start page instead of %j', (text) => {
    expect(toLocalAddress(text)).toBe('/');
  });

  it('is the start page instead of one that is longer than headers may be', () => {
    expect(toLocalAddress(`/${'a'.repeat(9_000)}`)).toBe('/');
  });

  const anything = fc.oneof(
    anyText(),
    fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
    fc
      .array(
        fc.constantFrom(
          '/',
          '\\',
          '.',
          '..',
          '%2e',
          '%2f',
          '%5c',
          '@',
          ':',
          '?',
          '#',
          '\t',
          '\r\n',
          '\0',
          'evil.example',
        ),
      )
      .map((parts) => parts.join('')),
  );

  it('fits into a header, stays on this site, and means itself, whatever the text is', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (text, below) => {
        const address = toLocalAddress(below ? `/${text}` : text);
        expect(() => validateHeaderValue('Location', address)).not.toThrow();
        expect(address).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
        expect(new URL(address, SITE).origin).toBe(SITE);
        expect(toLocalAddress(address)).toBe(address);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written into headers in one place only', () => {
    const others = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== join('addresses', 'local-address.ts'))
      .filter((file) =>
        /'Location'|\.redirect\(|\.location\(/.test(readFileSync(join('src/web', file), 'utf8')),
      );
    expect(others).toEqual([]);
  });
});

describe('a request whose address or form has characters beyond Latin-1', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let nobody: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    [clerk, nobody] = [await daybook.as('clerk'), daybook.browser()];
  });
  afterAll(async () => daybook.close());

  it('leads back to the page it names after signing in', async () => {
    expect((await nobody.get('/-/sign-in?next=/%E6%97%A5')).text).toContain('value="/%E6%97%A5"');
    const [person] = /name="person" value="[^"]+"/.exec((await nobody.get('/-/sign-in')).text)!;
    const signedIn = await daybook
      .browser()
      .post('/-/sign-in/demo')
      .type('form')
      .send({ person: person.split('"')[3]!, next: '/日' });
    expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/%E6%97%A5']);
  });

  it('is answered without a session when only the appearance is chosen', async () => {
    const chosen = await nobody.post('/-/appearance').type('form').send({ appearance: 'dark', next: '/日' });
    expect([chosen.status, chosen.headers['location']]).toEqual([303, '/%E6%97%A5']);
  });

  const PAGES = [
    '/orders/orders',
    '/orders/orders.csv',
    '/orders/orders/new',
    '/api/orders/Order',
    '/-/timeline',
    '/-/sign-in',
    '/-/people',
    '/-/calls',
    '/-/mails',
    '/-/notices',
    '/-/deputies',
    '/orders/specification',
    '/',
  ];
  const PARAMETERS = [
    'next',
    'at',
    'after',
    'before',
    'q',
    'sort',
    'state',
    'limit',
    'version',
    'for',
    'token',
  ];

  it('is never answered with a failure of the server, whatever its parameters hold', async () => {
    const parameter = fc.tuple(
      fc.constantFrom(...PARAMETERS),
      fc.oneof(
        anyText({ maxLength: 12 }),
        fc.constantFrom(
          '__proto__',
          'constructor',
          '日',
          '\r\n',
          '//evil.example',
          '\0',
          '%',
          '[]',
          '-1',
          '1e999',
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PAGES),
        fc.array(parameter, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (page, parameters, isSignedIn) => {
          const query = parameters.map(
            ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
          );
          const { status, text } = await (isSignedIn ? clerk : nobody).get(`${page}?${query.join('&')}`);
          expect({ status, text: status < 500 ? '' : text }).toEqual({ status, text: '' });
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});

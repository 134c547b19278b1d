// Admins and auditors see why a call failed; others see that it did, and what happens next.
import { describe, expect, it } from '@jest/globals';
import { decoded, type Browser } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import { json } from './other-side.js';

const beside = besideAShop();

const start = async (more: string) =>
  beside.start(
    `calls:
  order:
    on: Order.place
    post: "${beside.shop.url}/orders"
    body: { what: record.what }
    retries: 5
    otherwise: { error: NOT_PLACED }
${more}`,
  );

const links = (page: string) =>
  [...page.matchAll(/href="(\/[^"#]*)/g)]
    .map(([, href]) => decoded(href!))
    .filter((href) => !/\.(css|js|svg)/.test(href));

/** Pages linked from the first ones, and the record over the API. */
async function answersFor(browser: Browser, id: string): Promise<string> {
  const first = ['/', `/shop/orders/${id}`, '/-/notices', '/-/search?q=tea'];
  const pages = await Promise.all(first.map(async (path) => (await browser.get(path)).text));
  const next = [...new Set(pages.flatMap(links))].filter((href) => !first.includes(href)).slice(0, 40);
  const further = await Promise.all(next.map(async (path) => (await browser.get(path)).text ?? ''));
  const api = await Promise.all(
    ['/api/shop/Order', `/api/shop/Order/${id}`].map(async (path) => (await browser.get(path)).text),
  );
  return [...pages, ...further, ...api].join('\n');
}

describe('the technical cause of a call that does not get through', () => {
  it.each([
    ['a setting that is missing', '    secret: NO_SECRET', /NO_SECRET|environment/],
    ['an answer of the other side', '', /answered 500|127\.0\.0\.1|localhost/],
  ])('is on no page of a person at work, but on those of an admin: %s', async (_, more, cause) => {
    beside.shop.answer(json(500, {}));
    const { open, act, told, until, waiting, daybook } = await start(more);
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await told(id, 'record.call-failed');
    await until(async () => (await waiting())[0]?.why != null);
    await daybook.settled();
    const [clerk, admin] = [await daybook.as('clerk'), await daybook.as('admin')];
    const plain = await answersFor(clerk, id);
    expect(plain).toContain('Order: not sent yet.');
    expect(plain).toContain('“Order” could not be sent yet');
    // The document, with its addresses, is public.
    const own = plain.replaceAll(/<pre[\s\S]*?<\/pre>/g, '').replaceAll(`${beside.shop.url}/orders`, '');
    expect(own).not.toMatch(cause);
    expect(own).not.toMatch(/\n\s+at \S+ \(|node_modules|ECONN/);
    expect((await admin.get('/-/calls?which=failed')).text).toMatch(cause);
    expect((await admin.get(`/shop/orders/${id}`)).text).toMatch(cause);
  });
});

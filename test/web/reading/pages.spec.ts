import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from './reading-app.js';
import { ListTimeline } from '#query-handling/timeline/list-timeline.js';
import { ListTimelineHandler } from '#query-handling/timeline/list-timeline.handler.js';
import { SHOP_TEXT } from '../screens/shop.js';

const IBAN = 'DE02120300000000202051';

let shop: ReadingApp;
let ada: SignedInPerson;
let ben: SignedInPerson;
let boss: SignedInPerson;
let auditor: SignedInPerson;
let admin: SignedInPerson;
let adas: string;
let bens: string;
let customer: string;

beforeAll(async () => {
  let second = 0;
  shop = await readingApp(() => new Date(Date.UTC(2026, 10, 20, 8, 0, second++)).toISOString());
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada Okafor');
  ben = await shop.person('Ben Weiß');
  boss = await shop.person('Bo Boss', 'boss');
  auditor = await shop.person('Audrey', '-:auditor');
  admin = await shop.person('Adam', '-:admin');
  customer = await shop.open(boss, 'Customer', { name: 'Kugel & Sohn', margin: '12' });
  adas = await shop.open(ada, 'Order', {
    title: 'Paper <b>&',
    amount: '12.50',
    customer: '',
    secret: 'sesame',
    iban: IBAN,
    due: '2026-11-20',
    lines: [{ item: 'A4 sheets', price: '12.50' }],
  });
  bens = await shop.open(ben, 'Order', {
    title: 'Ben’s lathe',
    amount: '4000',
    secret: 'tulip',
    urgent: 'true',
  });
  await shop.change(boss, 'Order', adas, { secret: 'mellow' }).catch(() => undefined);
  await shop.change(ada, 'Order', adas, { title: 'Paper <b>& pens', due: '2026-12-24' });
  await shop.comment(ada, 'Order', adas, 'Please hurry.');
});

afterAll(() => shop.close());

const text = async (by: SignedInPerson, path: string, status = 200) =>
  (await shop.get(by, path).expect(status)).text;

describe('who is not signed in', () => {
  it.each([
    '/',
    '/shop',
    '/shop/orders',
    '/shop/orders.csv',
    '/shop/specification',
    '/-/timeline',
    '/-/people',
    '/-/status',
  ])('is sent to sign in from %s', async (path) => {
    const { headers } = await shop.get(undefined, path).set('Accept', 'text/html').expect(303);
    expect(headers['location']).toBe(`/-/sign-in?next=${encodeURIComponent(path)}`);
  });
});

describe('the start page', () => {
  it('leads to the applications that each may enter', async () => {
    expect(await text(ada, '/')).toContain('class="db-application-link" href="/shop"');
    expect(await text(boss, '/')).toContain('class="db-application-link" href="/shop"');
  });

  it('leads from an application to its first screen', async () => {
    expect((await shop.get(ada, '/shop').expect(302)).headers['location']).toBe('/shop/orders');
    await shop.get(ada, '/nowhere').expect(404);
  });
});

describe('a list', () => {
  it('shows to each what each may read', async () => {
    const mine = await text(ada, '/shop/orders');
    expect(mine).toContain('Paper &lt;b&gt;&amp; pens');
    for (const secret of ['lathe', 'sesame', 'tulip', IBAN]) expect(mine).not.toContain(secret);
    expect(mine).toContain('not visible');
    const all = await text(boss, '/shop/orders');
    for (const seen of ['lathe', 'sesame', 'tulip', IBAN, 'Ada Okafor', 'SO-2026-0001'])
      expect(all).toContain(seen);
  });

  it.each([
    ['state=draft', 2],
    ['state=placed', 0],
    ['amount.from=12.50&amount.until=12.50', 1],
    ['due.from=2026-12-24', 1],
    ['urgent=true', 1],
    ['title=ben%27s', 1],
    ['title=BEN', 1],
    ['q=pens', 1],
    ['q=lath', 1],
    ['q=tulip', 1],
    ['openedAt.until=2026-11-19', 0],
    ['openedAt.from=2026-11-20&openedAt.until=2026-11-20', 2],
  ])('is filtered by %s', async (query, count) => {
    const page = await text(boss, `/shop/orders?${query}`);
    expect([...page.matchAll(/class="db-row-link"/g)]).toHaveLength(count);
    expect(page).toContain(`${count} record${count === 1 ? '' : 's'} found`);
  });

  it('is not searched by what is hidden', async () => {
    expect(await text(ada, '/shop/orders?q=sesame')).toContain('Nothing that you may see matches.');
    expect(await text(ada, '/shop/orders?q=paper')).toContain('Paper');
    const peeking = await text(ada, '/shop/orders?secret=sesame&sort=secret');
    expect(peeking).toContain('There is no filter “secret” here. This list cannot be sorted by “secret”.');
  });

  it('is sorted', async () => {
    const order = async (sort: string) =>
      [...(await text(boss, `/shop/orders?sort=${sort}`)).matchAll(/>(SO-2026-\d+)/g)].map(
        ([, number]) => number,
      );
    expect(await order('amount')).toEqual(['SO-2026-0001', 'SO-2026-0002']);
    expect(await order('-amount')).toEqual(['SO-2026-0002', 'SO-2026-0001']);
    expect(await order('-title')).toEqual(['SO-2026-0001', 'SO-2026-0002']);
  });

  it('is about what its screen is about', async () => {
    expect(await text(boss, '/shop/mine')).toContain('Nothing on this list.');
    expect(await text(ada, '/shop/mine')).toContain('Paper');
  });

  it('says why nothing is on it, by rights and conditions and never by what there is', async () => {
    const dora = await shop.person('Dora Newcomer');
    expect(await text(dora, '/shop/orders')).toContain('Nothing here that you may see.');
    expect(await text(dora, '/shop/orders?q=paper')).toContain('Nothing that you may see matches.');
    expect(await text(dora, '/shop/mine')).toContain('Nothing on this list that you may see.');
    expect(await text(boss, '/shop/orders?q=zebra')).toContain('Nothing matches.');
  });

  it('refuses with whom it is for, and the line that says so', async () => {
    const refused = await text(ada, '/shop/desk', 403);
    expect(refused).toContain('You may not see “Desk”.');
    expect(refused).toContain('Allowed for: Clerk.');
    expect(refused).toMatch(/\/shop\/specification#line-\d+/);
    const unreadable = await text(ada, '/shop/customers', 403);
    expect(unreadable).toContain('Allowed for: Clerk, Boss.');
  });

  it('answers a damaged page link', async () => {
    expect(await text(boss, '/shop/orders?after=%00', 400)).toContain('its page link is damaged');
    expect(await text(ada, '/shop/orders?after=~abc', 400)).toContain('its page link is damaged');
  });
});

describe('an export', () => {
  it('holds exact values, and says what is hidden', async () => {
    const { text: csv, headers } = await shop.get(ada, '/shop/orders.csv?sort=title').expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe('attachment; filename="shop-orders.csv"');
    expect(csv.split('\r\n')).toEqual([
      'Id,Number,Title,Customer,Amount,State,Requested by,Secret,Iban,Opened',
      expect.stringMatching(
        new RegExp(
          `^${adas},SO-2026-0001,Paper <b>& pens,,12\\.50,Draft,Ada Okafor,not visible to you,not visible to you,2026-11-20T.*Z$`,
        ),
      ),
      '',
    ]);
  });

  it('refuses what it does not understand', async () => {
    expect(await text(ada, '/shop/orders.csv?colour=red', 400)).toContain(
      'There is no filter “colour” here.',
    );
    await shop.get(ada, '/shop/customers.csv').expect(403);
    await shop.get(ada, '/shop/desk.csv').expect(403);
    await shop.get(ada, '/shop/orders/board.csv').expect(404);
    await shop.get(ada, '/shop/nothing.csv').expect(404);
  });
});

describe('a board', () => {
  it('shows the states with what each may read', async () => {
    const board = await text(boss, '/shop/orders/board');
    expect(board).toContain('/shop/orders?state=draft');
    expect(board).toContain('lathe');
    expect(await text(ada, '/shop/orders/board')).not.toContain('lathe');
  });
});

describe('a record', () => {
  it('shows fields, what can be done, and what happened', async () => {
    const page = await text(ada, `/shop/orders/${adas}`);
    for (const seen of [
      'SO-2026-0001',
      'A4 sheets',
      '12.50',
      'Please hurry.',
      'Draft',
      'created it',
      'changed it',
    ])
      expect(page).toContain(seen);
    for (const secret of ['sesame', IBAN]) expect(page).not.toContain(secret);
    expect(page).toContain('not visible to you');
    expect(page).toContain(`/shop/orders/${adas}/edit`);
    expect(page).toContain('Allowed for: Clerk.');
  });

  it('shows to a boss what only a boss may see, in its history too', async () => {
    const page = await text(boss, `/shop/orders/${adas}`);
    for (const seen of ['sesame', IBAN]) expect(page.split(seen).length).toBeGreaterThan(2);
  });

  it('is refused by name of the rule; who reads none of its kind learns nothing', async () => {
    const refused = await text(ada, `/shop/orders/${bens}`, 403);
    expect(refused).toContain('Allowed for: Customer (the person under “Requested by”), Clerk');
    expect(refused).not.toContain('lathe');
    expect(await text(ada, `/shop/orders/${uuid()}`, 404)).toContain('There is nothing here');
    const known = await text(ada, `/shop/customers/${customer}`, 403);
    const unknown = await text(ada, `/shop/customers/${uuid()}`, 403);
    const plain = (page: string) => page.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
    expect(plain(known)).toBe(plain(unknown));
  });

  it.each([
    '/shop/orders/x',
    '/shop/orders/../people',
    '/shop/orders/new/x',
    '/shop/nothing',
    '/shop/ORDERS',
  ])('is not found at %s', async (path) => {
    expect((await shop.get(ada, path)).status).toBe(404);
  });

  it('tells earlier history page by page', async () => {
    const id = await shop.open(ada, 'Order', { title: 'Talked about' });
    for (let index = 1; index <= 60; index += 1) await shop.comment(ada, 'Order', id, `Comment ${index}.`);
    const first = await text(ada, `/shop/orders/${id}`);
    expect(first).toContain('Comment 60.');
    expect(first).not.toContain('Comment 30.');
    const more = /href="([^"]*history=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    const second = await text(ada, more);
    expect(second).toContain('Comment 30.');
    expect(second).not.toContain('Comment 60.');
  });
});

describe('the timeline', () => {
  it('is for auditors and admins', async () => {
    expect(await text(boss, '/-/timeline', 403)).toContain('Allowed for: auditors and admins.');
    expect(await text(auditor, '/-/timeline?record=SO-2026-0002')).toContain('lathe');
  });

  it('hides from auditors what a field’s own permission hides, and from admins all values they may not read', async () => {
    const path = '/-/timeline?record=SO-2026-0001';
    const audited = await text(auditor, path);
    for (const secret of ['sesame', 'tulip', IBAN]) expect(audited).not.toContain(secret);
    expect(audited).toContain('Please hurry.');
    const of = (id: string) => text(admin, `/-/timeline?record=${id}&type=all`);
    const administered = (await of(adas)) + (await of(bens));
    for (const secret of ['sesame', 'tulip', IBAN, 'lathe', 'Please hurry.', 'A4 sheets', 'SO-2026'])
      expect(administered).not.toContain(secret);
    expect(administered).toContain('not visible to you');
    for (const kind of ['commented', 'took a number']) expect(administered).toContain(kind);
    expect(await text(admin, path)).toContain('Nothing matches');
  });

  it('is not searched by what is hidden', async () => {
    expect(await text(auditor, '/-/timeline?q=sesame')).toContain('Nothing matches');
    expect(await text(auditor, '/-/timeline?q=hurry')).toContain('Please hurry.');
    expect(await text(admin, '/-/timeline?q=hurry')).toContain('Nothing matches');
  });

  it('is filtered by application, record, person, type and days', async () => {
    const count = async (query: string) =>
      [...(await text(auditor, `/-/timeline?${query}`)).matchAll(/<article class="db-timeline-item"/g)]
        .length;
    expect(await count('record=SO-2026-0002')).toBe(1);
    expect(await count('record=SO-2026-0002&type=all')).toBe(2);
    expect(await count('record=SO-2026-0002&type=number.taken')).toBe(1);
    expect(await count(`record=${bens}&type=record.opened`)).toBe(1);
    expect(await count(`person=${boss.id}`)).toBe(1);
    expect(await count('application=shop&type=specification.published')).toBe(1);
    expect(await count('application=nothing')).toBe(0);
    expect(await count('record=SO-1999-0001')).toBe(0);
    expect(await count('from=2026-11-20&until=2026-11-20')).toBeGreaterThan(10);
    expect(await count('until=2026-11-19')).toBe(0);
    expect(await text(auditor, '/-/timeline?from=yesterday&person=me&colour=red')).toMatch(
      /person is not known[^]*“yesterday” is not a date/,
    );
  });

  it('goes on to older and back to newer', async () => {
    const first = await text(auditor, '/-/timeline');
    const older = /href="([^"]*after=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    const second = await text(auditor, older);
    const positions = (page: string) =>
      [...page.matchAll(/id="event-(\d+)"/g)].map(([, position]) => Number(position));
    expect(Math.max(...positions(second))).toBeLessThan(Math.min(...positions(first)));
    expect(positions(first)).toHaveLength(50);
    const newer = /href="([^"]*before=[^"]*)"/.exec(second)![1]!.replaceAll('&amp;', '&');
    expect(positions(await text(auditor, newer))).toEqual(positions(first));
  });

  it('shows one event as it is stored, without what is hidden', async () => {
    const page = await text(boss, `/shop/orders/${adas}`);
    expect(page).not.toContain('/-/events/');
    const seen = await text(auditor, `/shop/orders/${adas}`);
    const opened = [...seen.matchAll(/\/-\/events\/(\d+)/g)].at(-1)![1]!;
    const event = await text(auditor, `/-/events/${opened}`);
    expect(event).toContain('record.opened');
    expect(event).toContain('&quot;hidden&quot;: true');
    for (const secret of ['sesame', IBAN, 'sealed', 'box']) expect(event).not.toContain(secret);
    expect(event).toContain('Event after');
    await shop.get(boss, `/-/events/${opened}`).expect(403);
    await shop.get(auditor, '/-/events/999999').expect(404);
    await shop.get(auditor, '/-/events/x').expect(404);
  });

  it('shows no password, no digest and no sign-in name', async () => {
    const { items } = await new ListTimelineHandler(shop.sources).execute(
      new ListTimeline({ limit: 500 }, auditor),
    );
    const registered = items.find(({ type }) => type === 'user.registered')!;
    expect(JSON.stringify(registered.data)).not.toMatch(/sealed|signInDigest":"/);
  });
});

describe('the specification page', () => {
  it('shows any version, and the document itself', async () => {
    expect(await text(ada, '/shop/specification')).toContain('What the product does and for whom');
    expect(await text(ada, '/shop/specification?version=1')).toContain('Specification, version 1');
    await shop.get(ada, '/shop/specification?version=7').expect(404);
    const source = await shop.get(ada, '/shop/specification/source').expect(200);
    expect(source.text).toBe(SHOP_TEXT);
    await shop.get(ada, '/nowhere/specification').expect(404);
    expect(await text(ada, '/shop/specification')).not.toContain('/-/publish');
    expect(await text(admin, '/shop/specification')).toContain('/-/publish?application=shop');
  });
});

describe('people and status', () => {
  it('are for admins', async () => {
    for (const path of ['/-/people', `/-/people/${ada.id}`, '/-/status'])
      expect(await text(auditor, path, 403)).toContain('Allowed for: admins.');
    const people = await text(admin, '/-/people');
    for (const name of ['Ada Okafor', 'Ben Weiß', 'Boss (The shop)', 'Auditor'])
      expect(people).toContain(name);
    expect(await text(admin, '/-/people?q=weiss')).not.toContain('Ada Okafor');
    expect(await text(admin, `/-/people/${ben.id}`)).toContain('registered a person');
    await shop.get(admin, `/-/people/${uuid()}`).expect(404);
    expect(await text(admin, '/-/status')).toContain('timeline');
  });
});

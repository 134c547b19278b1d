// What a call sent and got is on pages of auditors and admins who may read every field of the record.
import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { decoded, PEOPLE, system, type Browser, type Who } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import { documentWith, type Calling } from './calling.js';
import { json } from './other-side.js';

const PERMISSIONS = `roles: { keeper: { title: Keeper } }
permissions:
  Order:
    open: [keeper]
    read: [keeper]
    edit: [keeper]
    fields:
      code: { read: [keeper], edit: [keeper] }`;

const HIDDEN = 'What was sent, and what came back, is hidden from you.';

describe('given a call and a mail about a record with a field that not everybody sees', () => {
  const beside = besideAShop();

  const give = async ({ daybook }: Calling, who: Who, application: string, role: string) =>
    daybook.send(new GrantRole({ id: PEOPLE[who].id, application, role, context: system() }));

  async function started(): Promise<{ running: Calling; id: string; positions: readonly number[] }> {
    beside.shop.answer(json(201, { id: 17 }));
    const running = await beside.start('calls: {}');
    const calls = `calls:
  order:
    title: Order
    on: Order.place
    post: "${beside.shop.url}/orders"
    body: { what: record.what }
  tell: { title: News, on: Order.place, mail: { to: "'bea@example.org'", subject: Placed, text: "{record.what} is placed." } }`;
    const text = documentWith(calls, { 6: PERMISSIONS }).replace(
      'place: { from: new, to: placed }',
      'place: { from: new, to: placed, by: [keeper] }',
    );
    await running.daybook.send(new PublishSpecification({ text, context: system() }));
    await give(running, 'clerk', 'shop', 'keeper');
    await give(running, 'second', '-', 'auditor');
    const id = await running.open({ what: 'tea' });
    await running.act(id, 'place');
    const answered = await running.until(async () => {
      const found = (await running.events(id)).filter(({ type }) => type === 'record.call-answered');
      return found.length === 2 && found;
    });
    await running.daybook.settled();
    return { running, id, positions: answered.map(({ position }) => position) };
  }

  const mainOf = async (browser: Browser, path: string) =>
    parse((await browser.get(path).expect(200)).text).querySelector('main')!;
  /** Sent and came back, of each event. */
  const exchangesOn = async (browser: Browser, path: string) =>
    (await mainOf(browser, path))
      .querySelectorAll('.db-exchange')
      .map((each) =>
        each.querySelectorAll('pre').map(({ innerHTML }) => decoded(innerHTML).replaceAll(/<\/?code>/g, '')),
      );

  const sentCall = () => `POST ${beside.shop.url}/orders\n\n{\n  "what": "tea"\n}`;
  const SENT_MAIL = 'Placed\n\ntea is placed.';

  it('then an auditor is told that it is hidden and who sees it, and sees it once a role opens the field', async () => {
    const { running, positions } = await started();
    const auditor = await running.daybook.as('second');
    const paths = ['/-/timeline', ...positions.map((position) => `/-/events/${position}`)];
    for (const path of paths) {
      const main = await mainOf(auditor, path);
      expect([path, main.querySelectorAll('.db-exchange')]).toEqual([path, []]);
      expect(main.text).toContain(HIDDEN);
      if (path !== '/-/timeline')
        expect(main.text).toContain('roles that may read every field of the record');
      expect(main.text).not.toMatch(/is placed\.|"what"|"id":17/);
    }

    await give(running, 'second', 'shop', 'keeper');
    await running.daybook.settled();
    const shown = [[sentCall(), '{"id":17}'], [SENT_MAIL]];
    const [timeline, ...events] = await Promise.all(paths.map((path) => exchangesOn(auditor, path)));
    expect(timeline!.toSorted((a, b) => b.length - a.length)).toEqual(shown);
    expect(events.flat().toSorted((a, b) => b.length - a.length)).toEqual(shown);
    for (const path of paths) expect((await mainOf(auditor, path)).text).not.toContain(HIDDEN);
  });

  it('then only an admin sees which addresses a mail went to, as they may be sign-in names', async () => {
    const { running, positions } = await started();
    for (const who of ['second', 'admin'] as const) await give(running, who, 'shop', 'keeper');
    await running.daybook.settled();
    const paths = [
      ...positions.map((position) => `/-/events/${position}`),
      '/api/-/timeline?type=calls&limit=20',
      '/-/timeline.csv?type=calls',
    ];
    const told = async (browser: Browser) =>
      (await Promise.all(paths.map(async (path) => (await browser.get(path).expect(200)).text))).join();
    const [byAuditor, byAdmin] = [
      await told(await running.daybook.as('second')),
      await told(await running.daybook.as('admin')),
    ];
    expect(byAuditor).toContain('tea is placed.');
    expect(byAuditor).not.toContain('bea@example.org');
    expect(byAdmin).toContain(`bea@example.org\nPlaced`);
  });

  it('then an admin who may not read the record is told so, and a person at work sees neither', async () => {
    const { running, id, positions } = await started();
    const admin = await running.daybook.as('admin');
    expect((await mainOf(admin, `/-/events/${positions[0]}`)).text).toContain(HIDDEN);
    const keeper = await running.daybook.as('clerk');
    const page = (await mainOf(keeper, `/shop/orders/${id}`)).text;
    expect(page).toContain('Order sent, receipt confirmed');
    expect(page).not.toContain('What was sent');
  });
});

// By mail and on a page, on the page alone, or not at all.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RetryCall } from '#domain/call/call-commands.js';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, GrantRole, RegisterUser } from '#domain/user/user-commands.js';
import { createNoticesReadModel } from '#projections/read-models/notices/notices-projection.js';
import { documentOf } from '../specification/documents.js';
import { system } from '../web/daybook.js';
import { calling, type Calling } from './calling.js';
import { mailServer, type MailServer } from './mail-server.js';

let server: MailServer;
let running: Calling;

const ask = (path: string) => `/api/-${path}`;
const KIND = { application: 'shop', call: 'tell' };

beforeEach(async () => {
  server = await mailServer();
  running = await calling(
    `calls:
  tell:
    on: Order.place
    mail: { to: [record.buyer.email, "'store@example.org'"], subject: "{record.number} is ordered", text: "It is {record.what}." }
  inform:
    on: Order.finish
    mail: { to: "'store@example.org'", subject: "{record.number}", text: "Done." }
  warn:
    on: Order.getStuck
    mail: { to: record.buyer.email, subject: "{record.number} is stuck", text: "Please look." }`,
    { smtp: server.url },
  );
});
afterEach(async () => {
  await running.close();
  await server.close();
});

async function buyer(name: string, signInName = `${name.toLowerCase()}@example.org`) {
  const who = { id: uuid(), name, signInName };
  await running.daybook.send(new RegisterUser({ ...who, demo: true, roles: [], context: system() }));
  await running.daybook.settled();
  const browser = running.daybook.browser();
  await browser.post('/-/sign-in/demo').type('form').send({ person: who.id });
  return { ...who, browser };
}
type Buyer = Awaited<ReturnType<typeof buyer>>;

const choose = ({ browser }: Buyer, way: string, more: object = {}) =>
  browser.post(ask('/notices')).send({ ...KIND, way, ...more });

async function ordered(by: Buyer, what = 'tea') {
  const id = await running.open({ what, buyer: by.id });
  await running.act(id, 'place');
  const { data } = await running.told(id, 'record.call-answered');
  await running.daybook.settled();
  return { id, data: data as { shownTo?: readonly string[]; kept?: true } };
}

const SECRET = documentOf({
  1: 'key: secret',
  3: 'entities: { Order: { fields: { buyer: { type: user } } } }',
  4: 'lifecycles: { Order: { states: { new: New, done: Done }, actions: { place: { from: new, to: done } } } }',
  6: 'roles: { boss: Boss }\npermissions: { Order: { read: boss, open: boss } }',
  7: 'calls: { tell: { on: Order.place, mail: { to: record.buyer.email, subject: S, text: T } } }',
});

async function publishSecret() {
  await running.daybook.send(new PublishSpecification({ text: SECRET, context: system() }));
  await running.daybook.settled();
}

const makeBoss = ({ id }: Buyer) =>
  running.daybook.send(new GrantRole({ id, application: 'secret', role: 'boss', context: system() }));

async function found({ browser }: Buyer) {
  const { body } = await browser.get(ask('/notices'));
  return (body as { items: { subject: string; text: string; record: { id: string } }[] }).items;
}

describe('given a mail to whom a record names, and to the store', () => {
  it('when nobody chose, then both get it, and the person finds it on their page as well, nobody else', async () => {
    const [bea, ben] = [await buyer('Bea'), await buyer('Ben')];
    const { id, data } = await ordered(bea);
    expect(server.mails.map(({ to }) => to)).toEqual([['bea@example.org', 'store@example.org']]);
    expect(data.shownTo).toEqual([bea.id]);
    expect(await found(bea)).toMatchObject([
      { subject: 'O-1 is ordered', text: 'It is tea.', record: { id } },
    ]);
    expect(await found(ben)).toEqual([]);
    const unread = (page: string) =>
      /class="db-tab-count">(\d+) <span class="visually-hidden">unread/.exec(page)?.[1];
    // The order that names her, and the mail.
    expect(unread((await bea.browser.get('/')).text)).toBe('2');
    expect(unread((await ben.browser.get('/')).text)).toBeUndefined();
    const { text } = await bea.browser.get('/-/notices');
    expect(text).toContain('It is tea.');
    expect((await ben.browser.get('/-/notices')).text).toContain('Nothing yet.');
  });

  it('when they want it on their page, then only the store gets a mail; newest first', async () => {
    const bea = await buyer('Bea');
    expect((await choose(bea, 'page')).status).toBe(200);
    await ordered(bea, 'tea');
    await ordered(bea, 'milk');
    expect(server.mails.map(({ to }) => to)).toEqual([['store@example.org'], ['store@example.org']]);
    expect((await found(bea)).map(({ text }) => text)).toEqual(['It is milk.', 'It is tea.']);
  });

  it('when they do not want to hear of it, then neither; when they choose again, then by mail', async () => {
    const bea = await buyer('Bea');
    await choose(bea, 'neither');
    const { data } = await ordered(bea);
    expect([data.shownTo, server.mails[0]!.to]).toEqual([undefined, ['store@example.org']]);
    await choose(bea, 'mail');
    await ordered(bea);
    expect(server.mails[1]!.to).toEqual(['bea@example.org', 'store@example.org']);
    expect(await found(bea)).toHaveLength(1);
  });

  it('when the person has no address, then they find it on their page; when nobody is named, then it is given up', async () => {
    const bea = await buyer('Bea', 'bea');
    const id = await running.open({ what: 'tea', buyer: bea.id });
    await running.act(id, 'getStuck');
    await running.told(id, 'record.call-answered');
    await running.daybook.settled();
    expect([server.mails, await found(bea)]).toMatchObject([[], [{ subject: 'O-1 is stuck' }]]);
    const other = await running.open({ what: 'tea' });
    await running.act(other, 'getStuck');
    const { data } = await running.told(other, 'record.call-given-up');
    expect(data).toMatchObject({ why: 'nobody whom it is to has a mail address' });
  });

  it('when they choose on the page, then it is an event of theirs, told once', async () => {
    const bea = await buyer('Bea');
    const form = { 'way.shop.tell': 'page', 'way.shop.warn': 'mail', commandId: uuid() };
    for (let twice = 0; twice < 2; twice++)
      expect((await bea.browser.post('/-/notices').type('form').send(form)).status).toBe(303);
    const { events } = await running.daybook.installation.store.read(`user-${bea.id}`);
    expect(events.slice(-1)).toMatchObject([{ type: 'user.notice-chosen', data: { ...KIND, way: 'page' } }]);
    expect(events.filter(({ type }) => type === 'user.notice-chosen')).toHaveLength(1);
    const { body } = await bea.browser.get(ask('/notices'));
    // The store's address belongs to no person.
    expect((body as { kinds: object[] }).kinds).toEqual([
      { ...KIND, way: 'page' },
      { ...KIND, call: 'warn', way: 'mail' },
    ]);
  });

  it.each([
    [{ call: 'nothing' }, 'Choose a notification'],
    [{ application: 'nowhere' }, 'Choose a notification'],
    [{ way: 'pigeon' }, 'one of mail, page, neither'],
    [{ more: 1 }, ''],
  ])('when they choose %j, then it is refused, and nothing is written', async (more, words) => {
    const bea = await buyer('Bea');
    const answer = await choose(bea, 'page', more);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(words);
  });

  it('when it is of an application that is not theirs, then it is as if it did not exist', async () => {
    const bea = await buyer('Bea');
    await publishSecret();

    const answers = [];
    for (const application of ['secret', 'nowhere']) {
      const { status, body } = await choose(bea, 'page', { application });
      answers.push({ status, ...(body as object), instance: '' });
    }

    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 400 });
    await makeBoss(bea);
    expect((await choose(bea, 'page', { application: 'secret' })).status).toBe(200);
  });

  it('when a mail goes to an address that is nobody’s, then there is nothing to choose', async () => {
    const bea = await buyer('Bea');
    expect((await choose(bea, 'page', { call: 'inform' })).status).toBe(400);
  });

  it('when the person is erased, then what they were told is unreadable', async () => {
    const bea = await buyer('Bea');
    await ordered(bea);
    const context = system();
    await running.daybook.send(new ErasePerson({ id: bea.id, reason: 'Asked for it', context }));
    await running.daybook.settled();
    expect((await bea.browser.get(ask('/notices'))).status).toBe(401);
    const { projections, personal } = running.daybook.installation;
    const { documents } = await createNoticesReadModel(projections).findByPerson(bea.id);
    expect(documents).toHaveLength(1);
    expect(JSON.stringify(await personal.openForDisplay(documents))).not.toMatch(/tea|bea@/);
  });

  it('when one of two has no address, then the mail goes to the other, and they find it on their page', async () => {
    const bea = await buyer('Bea', 'bea');
    const { data } = await ordered(bea);
    expect(server.mails.map(({ to }) => to)).toEqual([['store@example.org']]);
    expect(data.shownTo).toEqual([bea.id]);
    expect(await found(bea)).toMatchObject([{ text: 'It is tea.' }]);
  });

  it('when the mailbox of another refuses it, then whoever wants it on their page finds it all the same, once', async () => {
    const bea = await buyer('Bea');
    await choose(bea, 'page');
    server.refuse(550);
    const id = await running.open({ what: 'tea', buyer: bea.id });
    await running.act(id, 'place');
    const { stream, data } = await running.told(id, 'record.call-given-up');
    expect(JSON.stringify(data)).not.toMatch(/tea|store@/);
    await running.daybook.settled();
    expect(await found(bea)).toMatchObject([
      { subject: 'O-1 is ordered', text: 'It is tea.', record: { id } },
    ]);

    server.refuse(undefined);
    const call = {
      application: 'shop',
      entity: 'Order',
      record: id,
      id: stream.split('call-')[1]!,
      call: 'tell',
    };
    await running.daybook.send(new RetryCall({ ...call, context: system() }));
    await running.daybook.settled();
    running.calls.wake();
    await running.told(id, 'record.call-answered');
    await running.daybook.settled();
    expect(server.mails).toHaveLength(1);
    expect(await found(bea)).toHaveLength(1);
  });

  it('when they do not enter the application, then they are told what the mail says, and nothing else of it', async () => {
    const bea = await buyer('Bea');
    await publishSecret();
    const at = { application: 'secret', entity: 'Order', id: uuid() };
    await running.daybook.send(new OpenRecord({ ...at, input: { buyer: bea.id }, context: system() }));
    await running.daybook.send(
      new TakeAction({ ...at, action: 'place', input: {}, baseVersion: 1, context: system() }),
    );
    await running.until(async () => (await found(bea)).length === 1);

    expect(await found(bea)).toEqual([{ at: expect.any(String), subject: 'S', text: 'T' }]);
    expect((await bea.browser.get('/-/notices')).text).not.toMatch(/secret/i);

    await makeBoss(bea);
    await running.daybook.settled();
    expect(await found(bea)).toMatchObject([{ call: 'tell', record: at }]);
    expect((await bea.browser.get('/-/notices')).text).toContain(`/secret/orders/${at.id}`);
  });

  it('when there are more than fit on a page, then each answer names the address of those before', async () => {
    const bea = await buyer('Bea');
    for (let each = 0; each < 27; each++) await ordered(bea, `tea ${each}`);
    const texts: string[] = [];
    let address: string | undefined = ask('/notices');
    while (address !== undefined) {
      const { body } = (await bea.browser.get(address)) as {
        body: { items: { text: string }[]; next?: string };
      };
      texts.push(...body.items.map(({ text }) => text));
      address = body.next;
    }
    expect(texts).toEqual(Array.from({ length: 27 }, (_, index) => `It is tea ${26 - index}.`));
    expect((await bea.browser.get(ask('/notices?after=x'))).status).toBe(400);
  });
});

describe('given the server for mail is not there', () => {
  it('when it is left alone for a while, then those who want a mail on their page do not wait for it', async () => {
    const away = await calling(
      `calls:
  tell:
    on: Order.place
    mail: { to: "'store@example.org'", subject: "{record.number}", text: "Placed." }
  warn:
    on: Order.getStuck
    mail: { to: record.buyer.email, subject: "{record.number} is stuck", text: "Please look." }`,
      { smtp: 'smtp://127.0.0.1:1' },
    );
    try {
      const ids = [];
      for (let each = 0; each < 5; each++) {
        const id = await away.open({ what: 'tea' });
        await away.act(id, 'place');
        ids.push(id);
      }
      for (const id of ids) await away.told(id, 'record.call-failed');
      const who = { id: uuid(), name: 'Bea', signInName: 'bea' };
      await away.daybook.send(new RegisterUser({ ...who, roles: [], context: system() }));
      const id = await away.open({ what: 'tea', buyer: who.id });
      await away.act(id, 'getStuck');

      const { data, metadata } = await away.told(id, 'record.call-answered');

      expect(data).toMatchObject({ kept: true, shownTo: [who.id] });
      const [asked] = (await away.events(id)).filter(({ type }) => type === 'record.call-requested');
      expect(Date.parse(metadata.recordedAt) - Date.parse(asked!.metadata.recordedAt)).toBeLessThan(4_000);
    } finally {
      await away.close();
    }
  });
});

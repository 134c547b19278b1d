// In history, notices and the pages of calls.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ChoosePreferences, RegisterUser } from '#domain/user/user-commands.js';
import { decoded, PEOPLE, system } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import { documentWith } from './calling.js';
import { json } from './other-side.js';

const ROLES = `roles: { staff: { title: Staff, everyone: true } }
permissions:
  Order:
    open: [staff]
    read: [staff]
    edit: [staff]
    fields: { buyer: { read: { staff: record.openedBy == user.id }, edit: [staff] } }`;

const callsOf = (url: string) => `calls:
  orderAtShop:
    title: Order
    on: Order.place
    post: "${url}/orders"
    then: { set: { code: response.body.id }, action: confirm }
  tellBuyer:
    title: Reminder
    on: Order.finish
    mail: { to: record.buyer.email, subject: "{record.number} is done", text: "It is done." }
  noteStore:
    on: Order.getStuck
    mail: { to: "'store@example.org'", subject: "{record.number} is stuck", text: "It is stuck." }`;

const textOf = (html: string): string =>
  decoded(html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')).replace(/\s+/g, ' ');

describe('what a call is called', () => {
  const beside = besideAShop();

  /** One call was answered, one mail went to the buyer. */
  async function placedAndFinished() {
    beside.shop.answer(json(200, { id: 'A1' }));
    const calls = callsOf(beside.shop.url);
    const running = await beside.start(calls);
    const text = documentWith(calls, { 6: ROLES });
    await running.daybook.send(new PublishSpecification({ text, context: system() }));
    const buyer = uuid();
    await running.daybook.send(
      new RegisterUser({
        id: buyer,
        name: 'Bea Buyer',
        signInName: 'bea@example.org',
        demo: true,
        roles: [],
        context: system(),
      }),
    );
    await running.daybook.settled();
    const id = await running.open({ what: 'tea', buyer });
    await running.act(id, 'place');
    await running.told(id, 'record.call-settled');
    await running.act(id, 'finish');
    await running.until(async () =>
      (await running.events(id)).some(
        ({ type, data }) =>
          type === 'record.call-answered' && (data as { call: string }).call === 'tellBuyer',
      ),
    );
    await running.daybook.settled();
    const history = async (who: keyof typeof PEOPLE) =>
      textOf((await (await running.daybook.as(who)).get(`/shop/orders/${id}`)).text);
    return { running, history };
  }

  it('stands in the history, with what made it and whom it was for, and no name of the document does', async () => {
    const { history } = await placedAndFinished();
    const clerk = await history('clerk');
    expect(clerk).toContain(`Order to be sent (because ${PEOPLE.clerk.name} chose “Place”)`);
    expect(clerk).toContain('Order sent, receipt confirmed');
    expect(clerk).toContain('Order: answer entered');
    expect(clerk).toContain('Reminder shown to Bea Buyer, not sent by mail');
    expect(clerk).toContain('Answer to: Order');
    expect(clerk).not.toMatch(/orderAtShop|tellBuyer/);
  });

  it('is told without the recipient to a person who may not read who that is', async () => {
    const { history } = await placedAndFinished();
    const boss = await history('boss');
    expect(boss).toContain('Reminder shown, not sent by mail');
    expect(boss).not.toContain('Bea Buyer');
  });

  it('is told in German to a person who chose German', async () => {
    const { running, history } = await placedAndFinished();
    const { id } = PEOPLE.clerk;
    const context = { actor: id, commandId: uuid() };
    await running.daybook.send(new ChoosePreferences({ id, language: 'de', timeZone: null, context }));
    await running.daybook.settled();
    const clerk = await history('clerk');
    expect(clerk).toContain(`Order zum Senden vorgemerkt (denn ${PEOPLE.clerk.name} wählte „Place“)`);
    expect(clerk).toContain('Order gesendet, Empfang bestätigt');
    expect(clerk).toContain('Reminder angezeigt für Bea Buyer, nicht als E-Mail gesendet');
    expect(clerk).toContain('Antwort auf: Order');
  });

  it('is its name made readable on the pages of an admin, where the document gives it no title', async () => {
    const running = await beside.start(callsOf(beside.shop.url));
    beside.shop.answer(json(500, {}));
    const id = await running.open({ what: 'tea' });
    await running.act(id, 'place');
    await running.told(id, 'record.call-failed');
    await running.act(id, 'getStuck');
    await running.told(id, 'record.call-answered');
    await running.daybook.settled();
    const admin = await running.daybook.as('admin');
    const pages = [
      textOf((await admin.get('/-/calls?which=failed')).text),
      textOf((await admin.get('/-/mails')).text),
    ];
    expect(pages[0]).toContain('Order');
    expect(pages[1]).toContain('Note store');
    expect(pages.join(' ')).not.toMatch(/orderAtShop|noteStore/);
  });
});

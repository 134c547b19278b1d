// 1,240 suppliers and 520 people, in every chooser.
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { PEOPLE, startDaybook, system, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Buying\nkey: buying\nlocale: en',
  2: `screens:
  /orders: { list: Order, columns: [title, supplier, owner], filters: [supplier, owner] }`,
  3: `entities:
  Supplier:
    title: "{name}"
    plural: Suppliers
    fields: { name: { type: text, required: true }, buyer: { type: user } }
  Order:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      supplier: { type: reference, to: Supplier, required: true }
      owner: { type: user }
      checker: { type: user }
      lines:
        type: table
        fields: { item: { type: text }, source: { type: reference, to: Supplier } }`,
  4: `lifecycles:
  Order:
    states: { draft: Draft, sent: { title: Sent, final: true } }
    actions:
      send: { from: draft, to: sent, ask: [checker] }`,
  6: `roles: { clerk: { title: Clerk, everyone: true }, lead: Lead }
permissions:
  Supplier: { read: { lead: true, clerk: "record.buyer == user.id" }, open: [lead] }
  Order: { read: [clerk, lead], open: [clerk, lead], edit: [clerk, lead], assign: [lead] }`,
});

export const SUPPLIERS = 1_240;
export const COLLEAGUES = 520;

export interface ManyToChoose extends Daybook {
  /** By number, from 1. */
  readonly supplier: (number: number) => string;
  readonly colleague: (number: number) => string;
}

const four = (number: number): string => String(number).padStart(4, '0');
export const supplierName = (number: number): string =>
  number === 777 ? 'Zürcher Optik 0777' : `Supplier ${four(number)}`;
export const colleagueName = (number: number): string =>
  number === 415 ? 'Zoë Möller' : `Colleague ${four(number)}`;

const AT_ONCE = 40;

async function inParallel(ids: readonly string[], send: (id: string, index: number) => Promise<unknown>) {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(ids.slice(from, from + AT_ONCE).map((id, index) => send(id, from + index)));
}

/** Lea Lead (`boss`) and the colleagues lead; Carl and Clara do not, and Carl reads suppliers 1 to 3 only. */
export async function startWithManyToChoose(): Promise<ManyToChoose> {
  const daybook = await startDaybook();
  const { send } = daybook;
  await send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  const lead = [{ application: 'buying', role: 'lead' }];
  const suppliers = Array.from({ length: SUPPLIERS }, () => uuid());
  const colleagues = Array.from({ length: COLLEAGUES }, () => uuid());
  const leading = uuid();
  await send(new RegisterUser({ id: leading, name: 'Lea Lead', demo: true, roles: lead, context: system() }));
  await inParallel(colleagues, async (id, index) => {
    const number = index + 1;
    const named = { id, name: colleagueName(number), signInName: `person.${four(number)}` };
    await send(new RegisterUser({ ...named, roles: lead, context: system() }));
  });
  const about = (entity: string, id: string) => ({ application: 'buying', entity, id });
  await inParallel(suppliers, async (id, index) => {
    const input = { name: supplierName(index + 1), ...(index < 3 && { buyer: PEOPLE.second.id }) };
    const context = { actor: leading, commandId: uuid() };
    await send(new OpenRecord({ ...about('Supplier', id), input, context }));
  });
  await daybook.settled();
  return {
    ...daybook,
    async as(who) {
      const agent = daybook.browser();
      const person = who === 'boss' ? leading : PEOPLE[who].id;
      await agent.post('/-/sign-in/demo').type('form').send({ person }).expect(303);
      return agent;
    },
    supplier: (number) => suppliers[number - 1]!,
    colleague: (number) => colleagues[number - 1]!,
  };
}

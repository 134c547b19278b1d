// Whether a call was made reveals the field in its condition, so both are hidden together.
import { describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { decoded, PEOPLE, system } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import { documentWith, type Calling } from './calling.js';
import { json } from './other-side.js';

const PERMISSIONS = `roles: { keeper: { title: Keeper }, reader: { title: Reader } }
permissions:
  Order:
    open: [keeper]
    read: [keeper, reader]
    edit: [keeper]
    fields:
      code: { read: [keeper], edit: [keeper] }`;

const callsWhen = (url: string, when: string): string => `calls:
  orderAtShop:
    title: Order
    on: Order.open
    when: ${when}
    post: "${url}/orders"
    retries: 5`;

const SCHEDULED = ['/api/shop/-/scheduled', '/api/-/scheduled', '/shop/-/scheduled'];

describe('a call with a condition on a field that not everybody sees', () => {
  const beside = besideAShop();

  const publish = async ({ daybook }: Calling, when: string) => {
    const text = documentWith(callsWhen(beside.shop.url, when), { 6: PERMISSIONS }).replace(
      'place: { from: new, to: placed }',
      'place: { from: new, to: placed, by: [keeper] }',
    );
    await daybook.send(new PublishSpecification({ text, context: system() }));
  };

  /** The first order's call was made and failed; the second has none. */
  async function started(): Promise<{ running: Calling; ids: readonly [string, string] }> {
    beside.shop.answer(json(503, {}));
    const running = await beside.start('calls: {}');
    await publish(running, `"record.code == 'x'"`);
    for (const [who, role] of [
      ['clerk', 'keeper'],
      ['second', 'reader'],
    ] as const)
      await running.daybook.send(
        new GrantRole({ id: PEOPLE[who].id, application: 'shop', role, context: system() }),
      );
    const ids = [
      await running.open({ what: 'tea', code: 'x' }),
      await running.open({ what: 'tea', code: 'y' }),
    ] as const;
    await running.told(ids[0], 'record.call-failed');
    await running.daybook.settled();
    return { running, ids };
  }

  it('stands in no history, in no list and among nothing scheduled of who does not see the field', async () => {
    const { running, ids } = await started();
    const reader = await running.daybook.as('second');
    for (const id of ids) {
      const page = decoded((await reader.get(`/shop/orders/${id}`)).text);
      expect(page).toContain('tea');
      expect(page).not.toMatch(/to be sent|could not be sent|Next attempt/);
      expect((await reader.get(`/api/shop/Order/${id}`)).body).toMatchObject({ version: 2, retries: [] });
    }
    for (const address of SCHEDULED) expect((await reader.get(address)).text).not.toContain(ids[0]);
  });

  it('stands there for who sees the field, and for an admin', async () => {
    const { running, ids } = await started();
    const keeper = await running.daybook.as('clerk');
    const page = decoded((await keeper.get(`/shop/orders/${ids[0]}`)).text);
    expect(page).toContain('to be sent');
    expect(page).toContain('Next attempt to send “Order”');
    for (const address of SCHEDULED) expect((await keeper.get(address)).text).toContain(ids[0]);
    const admin = await running.daybook.as('admin');
    expect((await admin.get('/-/calls?which=failed')).text).toContain('Order');
  });

  it('stays hidden once a later version has no such condition, and is told where it has none itself', async () => {
    const { running, ids } = await started();
    await publish(running, `"record.what != ''"`);
    const later = await running.open({ what: 'milk', code: 'y' });
    await running.told(later, 'record.call-requested');
    await running.daybook.settled();
    const reader = await running.daybook.as('second');
    const pageOf = async (id: string) => decoded((await reader.get(`/shop/orders/${id}`)).text);
    expect(await pageOf(ids[0])).not.toContain('to be sent');
    expect(await pageOf(later)).toContain('to be sent');
  });
});

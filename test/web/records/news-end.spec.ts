// Lost roles, ended sessions and locked accounts end the stream.
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord, CommentRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, RegisterUser, RevokeRole } from '#domain/user/user-commands.js';
import { newFolder, ORDERS, startDaybook, system, type Daybook } from '../daybook.js';

const CLERK = { application: 'orders', role: 'clerk' };
const READ_BY_CLERKS = ORDERS.replace('    open: [clerk]\n', '    open: [clerk]\n    read: [clerk]\n');

describe('news of a record', () => {
  const folder = newFolder();
  let one: Daybook;
  let other: Daybook;
  const order = uuid();

  beforeAll(async () => {
    one = await startDaybook({ folder });
    await one.send(new PublishSpecification({ text: READ_BY_CLERKS, context: system() }));
    const on = { application: 'orders', entity: 'Order', id: order };
    await one.send(new OpenRecord({ ...on, input: { title: 'Paper' }, context: system() }));
    await one.settled();
    other = await startDaybook({ folder, peopled: false });
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    rmSync(folder, { recursive: true });
  });

  /** Records how long it listened and what it received. */
  async function listener(at: Daybook) {
    const id = uuid();
    await one.send(new RegisterUser({ id, name: 'Lis', demo: true, roles: [CLERK], context: system() }));
    // A following process would otherwise deliver earlier tests' changes.
    await Promise.all([one.settled(), other.settled()]);
    const answer = await at.browser().post('/-/sign-in/demo').type('form').send({ person: id });
    const cookie = (answer.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const { port } = at.app.getHttpServer().address() as AddressInfo;
    const path = `/orders/orders/${order}/live`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path, headers: { cookie } }, resolve).on('error', reject);
    });
    expect(response.statusCode).toBe(200);
    let heard = '';
    response.setEncoding('utf8').on('data', (text: string) => (heard += text));
    const ended = new Promise<void>((resolve) => response.once('end', resolve));
    return { id, cookie, ended, heard: () => heard.match(/"version":\d+/g) ?? [] };
  }

  const comment = async (at: Daybook) =>
    at.send(
      new CommentRecord({ application: 'orders', entity: 'Order', id: order, text: 'x', context: system() }),
    );

  it('end when the role is taken', async () => {
    const { id, ended, heard } = await listener(one);
    await one.send(new RevokeRole({ id, ...CLERK, context: system() }));
    await ended;
    await comment(one);
    expect(heard()).toHaveLength(1);
  });

  it('end when the role is taken in another process', async () => {
    const [here, there] = [await listener(one), await listener(other)];
    await other.send(new RevokeRole({ id: here.id, ...CLERK, context: system() }));
    await one.send(new RevokeRole({ id: there.id, ...CLERK, context: system() }));
    await Promise.all([one.settled(), other.settled()]);
    await comment(one);
    await comment(other);
    await Promise.all([here.ended, there.ended]);
    expect([here.heard().length, there.heard().length]).toEqual([1, 1]);
  });

  it('are not told before it is known who may read what is new', async () => {
    const [here, there] = [await listener(one), await listener(other)];
    const people = one.installation.projections.subscription('people');
    people.pause();
    for (const { id } of [here, there]) await one.send(new RevokeRole({ id, ...CLERK, context: system() }));
    const { position } = await comment(one);
    const told = [one, other].map(({ installation }) =>
      installation.projections.waitFor(position, 10_000, ['records']),
    );
    expect(await Promise.all(told)).toEqual([true, true]);
    people.resume();
    await Promise.all([here.ended, there.ended]);
    expect([here.heard().length, there.heard().length]).toEqual([1, 1]);
  });

  it('end when its reader signs out', async () => {
    const { cookie, ended } = await listener(one);
    await one.browser().post('/-/sign-out').set('Cookie', cookie);
    await ended;
  });

  it('end when its reader is erased', async () => {
    const { id, ended } = await listener(one);
    await one.send(new ErasePerson({ id, reason: 'asked for', context: system() }));
    await ended;
  });

  it('end when the next version of the specification lets somebody else read', async () => {
    const { ended } = await listener(one);
    const text = ORDERS.replace('    open: [clerk]\n', '    open: [clerk]\n    read: [boss]\n');
    await one.send(new PublishSpecification({ text, context: system() }));
    await ended;
  });
});

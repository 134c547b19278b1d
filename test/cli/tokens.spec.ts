// Beside a running server.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { newFolder, ORDERS, startDaybook, system, type Daybook } from '../web/daybook.js';
import { daybook as command, done } from './daybook-command.js';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly works: boolean;
}

const [ERP, ADA] = [uuid(), uuid()];
const CREATE = ['tokens', 'create', 'erp.import', '--name', 'ERP import'];
let data: string;
let serving: Daybook;

beforeAll(async () => {
  data = newFolder();
  serving = await startDaybook({ folder: data, peopled: false, demo: false });
  await serving.send(new PublishSpecification({ text: ORDERS, context: system() }));
  const clerk = [{ application: 'orders', role: 'clerk' }];
  const people = [
    { id: ERP, name: 'ERP', signInName: 'erp.import', roles: clerk },
    { id: ADA, name: 'Ada', signInName: 'ada', roles: [{ application: '-', role: 'admin' }] },
  ];
  for (const person of people)
    await serving.send(new RegisterUser({ ...person, password: 'a sentence is fine', context: system() }));
  await serving.settled();
});
afterAll(async () => {
  await serving.close();
  rmSync(data, { recursive: true });
});

const ask = async (token: string, method: 'get' | 'post' = 'get') => {
  const request = serving.browser()[method]('/api/orders/Order').set('Authorization', `Bearer ${token}`);
  return (await (method === 'get' ? request : request.send({ fields: { title: 'Ink' } }))).status;
};
const list = async () =>
  JSON.parse(await done(['tokens', 'list', 'erp.import', '--json'], { data })) as readonly Listed[];

describe('daybook tokens', () => {
  it('makes a token that reads, prints it alone and once, and the event names the account', async () => {
    const { code, out, err } = await command([...CREATE, '--days', '30'], { data });
    expect([code, out]).toEqual([0, expect.stringMatching(/^daybook_[0-9a-f]{16}_[\w-]{43}\n$/)]);
    expect(err).toContain('“ERP import” acts for erp.import');
    await serving.settled();
    const token = out.trim();
    expect([await ask(token), await ask(token, 'post')]).toEqual([200, 403]);
    const { events } = await serving.installation.store.read(`user-${ERP}`);
    const [issued] = events.filter(({ type }) => type === 'user.token-issued');
    expect(issued).toMatchObject({
      data: { access: 'read', application: null, administration: false },
      metadata: { actor: 'system', commandLine: { account: expect.any(String) } },
    });
    expect(JSON.stringify(events)).not.toContain(token.slice(-43));
    expect(await done(['tokens', 'list', 'erp.import'], { data })).not.toContain(token.slice(-43));
  });

  it('makes one that writes in one application, lists it, and revokes it at once', async () => {
    const out = await done([...CREATE, '--write', '--application', 'orders'], { data });
    await serving.settled();
    const token = out.trim();
    expect(await ask(token, 'post')).not.toBe(403);
    const id = token.split('_')[1]!;
    expect((await list())[0]).toMatchObject({ id, name: 'ERP import', works: true });
    expect(await done(['tokens', 'list', 'erp.import'], { data })).toMatch(
      new RegExp(`^${id} {2}ERP import: reads and writes, orders; `),
    );
    expect(await done(['tokens', 'revoke', id], { data })).toContain('is revoked');
    await serving.settled();
    expect(await ask(token)).toBe(401);
    expect(await done(['tokens', 'revoke', id], { data })).toContain('was revoked before');
    expect((await list())[0]).toMatchObject({ id, works: false });
  });

  it('names the person of --as in the event', async () => {
    await done([...CREATE, '--as', 'ada'], { data });
    const { events } = await serving.installation.store.read(`user-${ERP}`);
    expect(events.filter(({ type }) => type === 'user.token-issued').at(-1)).toMatchObject({
      metadata: { actor: ADA, commandLine: { person: ADA } },
    });
  });

  it.each<[string, string[], number, RegExp]>([
    ['for nobody', ['tokens', 'create', 'bert', '--name', 'x'], 1, /nobody signs in as “bert”/],
    ['with rights that the person does not have', [...CREATE, '--administration'], 1, /daybook: /],
    ['in an application that is not there', [...CREATE, '--application', 'x'], 1, /daybook: /],
    ['for too long', [...CREATE, '--days', '367'], 2, /from 1 to 366/],
    ['without a name', ['tokens', 'create', 'erp.import'], 2, /--name/],
  ])('makes none %s', async (_, words, status, why) => {
    const before = (await list()).length;
    const { code, out, err } = await command(words, { data });
    expect([code, out, err]).toEqual([status, '', expect.stringMatching(why)]);
    expect(await list()).toHaveLength(before);
  });

  it('revokes none that is not there, without repeating what may be a secret', async () => {
    const secret = `daybook_0123456789abcdef_${'s'.repeat(43)}`;
    const { code, err } = await command(['tokens', 'revoke', secret], { data });
    expect([code, err]).toEqual([1, expect.stringContaining('there is no such API token')]);
    expect(err).not.toContain('sss');
  });
});

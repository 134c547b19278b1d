// Clients choose ids, so different records may share one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordRef, streams } from '#domain/stream-names.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { documentOf } from '#test/specification/documents.js';

const ID = '0199aaaa-0000-7000-8000-00000000abcd';

const document = (key: string, entity: string, permissions: string) =>
  documentOf(
    {
      1: `key: ${key}
name: The ${key}`,
      2: `screens:
  /cases: { list: ${entity}, columns: [title, state] }`,
      3: `entities:
  ${entity}:
    number: "C-{seq:3}"
    fields:
      title: { type: text, required: true }
      code_2: { type: text, unique: true }`,
      4: `lifecycles:
  ${entity}:
    states: { new: { title: New }, done: { title: Done } }
    actions: { close-it: { title: Close, from: new, to: done } }`,
      6: permissions,
    },
    `Specification: ${key}`,
  );

const CLOSED =
  'roles: { keeper: { title: Keeper } }\npermissions: { Permit: { open: [keeper], read: [keeper] } }';
const OPEN = 'roles: { anybody: { title: Anybody, everyone: true } }';

const permit = RecordRef.of({ application: 'permits', entity: 'Permit', id: ID });
const request = RecordRef.of({ application: 'help-desk-2', entity: 'Request', id: ID });

let daybook: Daybook;
let admin: Browser;
let guest: Browser;

/** As an older Daybook allowed: this one refuses a second record with the same id. */
async function write(record: RecordRef, title: string, command: string, actor: string): Promise<void> {
  const data = { entity: record.entity, number: null, title, state: 'new', fields: { title } };
  const metadata = {
    actor,
    recordedAt: '2026-11-20T10:00:00.000Z',
    commandId: command,
    correlationId: command,
    specification: { key: record.application, version: 1 },
  };
  const stream = streams.record(record);
  await daybook.installation.store.append(
    stream,
    [{ id: command, type: 'record.opened', data, metadata }],
    0,
  );
}

beforeAll(async () => {
  daybook = await startDaybook();
  for (const text of [document('permits', 'Permit', CLOSED), document('help-desk-2', 'Request', OPEN)])
    await daybook.send(new PublishSpecification({ text, context: system() }));
  await daybook.send(
    new GrantRole({ id: PEOPLE.admin.id, application: '-', role: 'auditor', context: system() }),
  );
  await write(permit, 'Planted secret', '01990000-0000-7000-8000-000000000001', PEOPLE.boss.id);
  await write(request, 'Harmless', '01990000-0000-7000-8000-000000000002', PEOPLE.guest.id);
  await daybook.settled();
  [admin, guest] = await Promise.all([daybook.as('admin'), daybook.as('guest')]);
});

afterAll(async () => daybook.close());

describe('two records of one id', () => {
  it('each have a history of their own', async () => {
    const page = await guest.get(`/help-desk-2/cases/${ID}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Harmless');
    expect(page.text).not.toContain('Planted');
    expect(page.text).not.toContain('<b class="db-who">Bea Boss');
    // Without a role in that application, it does not exist for them.
    expect((await guest.get(`/permits/cases/${ID}`)).status).toBe(404);
  });

  it('have comments of their own', async () => {
    const said = await guest
      .post(`/api/help-desk-2/Request/${ID}/comments`)
      .set('If-Match', '"1"')
      .send({ text: 'Only here' });
    expect(said.status).toBe(201);
    await daybook.settled();
    await daybook.send(
      new GrantRole({ id: PEOPLE.boss.id, application: 'permits', role: 'keeper', context: system() }),
    );
    await daybook.settled();
    const boss = await daybook.as('boss');
    const page = await boss.get(`/permits/cases/${ID}`);
    expect(page.text).toContain('Planted secret');
    expect(page.text).not.toContain('Only here');
  });

  it('are told apart in the timeline, each under its own name', async () => {
    const page = await admin.get('/-/timeline?type=record.opened');
    expect(page.text).toContain(`href="/help-desk-2/cases/${ID}"`);
    const one = await admin.get(`/-/timeline?type=record.opened&record=${request.name}`);
    expect(one.text).toContain('Harmless');
    expect(one.text).not.toContain('Planted');
    const both = await admin.get(`/-/timeline?type=record.opened&record=${ID}`);
    expect(both.text).toContain('Harmless');
    expect(both.text).toContain('Planted');
  });
});

describe('an application whose key has a hyphen and digits', () => {
  it('opens, changes, closes and shows records', async () => {
    const opened = await guest
      .post('/api/help-desk-2/Request')
      .send({ fields: { title: 'Printer', code_2: 'x1' } });
    expect([opened.status, opened.body]).toMatchObject([201, { version: 1 }]);
    const { id } = opened.body as { id: string };
    const form = await guest.get(`/help-desk-2/cases/${id}/actions/close-it`);
    expect(form.status).toBe(200);
    const closed = await guest
      .post(`/api/help-desk-2/Request/${id}/actions/close-it`)
      .set('If-Match', '"1"')
      .send({ fields: {} });
    expect(closed.status).toBe(200);
    await daybook.settled();
    expect((await guest.get(`/help-desk-2/cases/${id}`)).text).toContain('Printer');
    expect((await guest.get('/help-desk-2/cases')).text).toContain('Printer');
    const timeline = await admin.get('/-/timeline?application=help-desk-2&type=value.claimed');
    expect(timeline.text).toContain('claimed a unique value for ');
  });
});

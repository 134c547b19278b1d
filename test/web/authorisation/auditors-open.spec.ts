// An auditor reads everything; all else depends on roles, including those that everyone has.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { inputIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Staff matters\nkey: staff',
  3: `entities:
  Leave: { title: "{title}", fields: { title: { type: text, required: true } } }
  Contract: { title: "{title}", fields: { title: { type: text, required: true } } }`,
  4: `lifecycles:
  Contract:
    states: { draft: Draft, signed: { title: Signed, final: true } }
    actions: { sign: { from: draft, to: signed } }`,
  6: `roles: { worker: { title: Worker, everyone: true }, manager: Manager }
permissions:
  Leave: { open: [worker], read: { worker: "record.openedBy == user.id", manager: true }, edit: [worker], comment: [worker] }
  Contract: { open: [manager], read: [manager], edit: [manager], comment: [manager] }`,
});
const PASSWORD = 'a sentence is fine';
const person = (name: string, application: string, role: string) => ({
  id: uuid(),
  name,
  signInName: name.split(' ')[0]!.toLowerCase(),
  roles: [{ application, role }],
});
const [ruth, mara] = [person('Ruth Auditor', '-', 'auditor'), person('Mara Manager', 'staff', 'manager')];

describe('given an auditor without any role in an application', () => {
  let daybook: Daybook;
  let auditor: Browser;
  let [leave, contract] = ['', ''];

  const api = (who: typeof ruth, path: string, body: object) =>
    daybook.browser().post(`/api/staff/${path}`).auth(who.signInName, PASSWORD).send(body);
  const opened = async (entity: string) =>
    ((await api(mara, entity, { fields: { title: entity } })).body as { readonly id: string }).id;
  const sent = async (path: string) => {
    const form = path.endsWith('comment')
      ? { commandId: uuid(), text: 'Hm' }
      : { _id: uuid(), _command: uuid(), _seen: '1', title: 'Mine' };
    return auditor.post(path).type('form').send(form);
  };

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const each of [ruth, mara])
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, context: system() }));
    await daybook.settled();
    [leave, contract] = [await opened('Leave'), await opened('Contract')];
    await daybook.settled();
    auditor = daybook.browser();
    await auditor.post('/-/sign-in').type('form').send({ name: ruth.signInName, password: PASSWORD });
  });
  afterAll(() => daybook.close());

  it('when everybody may open a record, then they are offered to, and may, by form and API', async () => {
    expect((await auditor.get('/staff/leaves')).text).toContain('/staff/leaves/new');
    const form = await auditor.get('/staff/leaves/new');
    expect([form.status, inputIn(form.text, '_command')]).toEqual([200, expect.any(String)]);
    expect((await sent('/staff/leaves/new')).status).toBe(303);
    expect((await api(ruth, 'Leave', { fields: { title: 'Mine' } })).status).toBe(201);
  });

  it('when a role is asked for to open one, then they are offered nothing, and refused by form and API', async () => {
    expect((await auditor.get('/staff/contracts')).text).not.toContain('/staff/contracts/new');
    expect((await auditor.get('/staff/contracts/new')).status).toBe(403);
    expect((await sent('/staff/contracts/new')).status).toBe(403);
    expect((await api(ruth, 'Contract', { fields: { title: 'Mine' } })).status).toBe(403);
  });

  it('when they read a record as an auditor only, then they are offered nothing to do with it, and refused it', async () => {
    for (const [path, entity, id] of [
      ['leaves', 'Leave', leave],
      ['contracts', 'Contract', contract],
    ]) {
      const { status, text } = await auditor.get(`/staff/${path}/${id}`);
      expect(status).toBe(200);
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
      expect([entity, /<form[^>]*method="post"/.exec(main)]).toEqual([entity, null]);
      expect(main).not.toContain(`/${id}/edit`);
      const refused = [
        await api(ruth, `${entity}/${id}/comments`, { text: 'Hm' }).set('If-Match', '"1"'),
        await sent(`/staff/${path}/${id}/comment`),
        await sent(`/staff/${path}/${id}/edit`),
      ];
      expect([entity, refused.map((each) => each.status)]).toEqual([entity, [403, 403, 403]]);
    }
    const signed = await api(ruth, `Contract/${contract}/actions/sign`, {}).set('If-Match', '"1"');
    expect(signed.status).toBe(403);
  });
});

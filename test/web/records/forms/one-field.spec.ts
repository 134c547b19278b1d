import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { parse } from 'node-html-parser';
import { OpenRecord } from '#domain/record/record-commands.js';
import { formAsShown } from '#test/web/browser-form.js';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '#test/web/daybook.js';

describe('form of one field', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
  });
  afterAll(() => daybook.close());

  const opened = async () => {
    const id = uuid();
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    const input = { title: 'Looms', notes: 'Two of them', owner: PEOPLE.clerk.id };
    await daybook.send(new OpenRecord({ application: 'orders', entity: 'Order', id, input, context }));
    await daybook.settled();
    return `/orders/orders/${id}`;
  };
  const fieldsNow = async (href: string) => {
    await daybook.settled();
    const answer = await clerk.get(`/api/orders/Order/${href.split('/').at(-1)!}`);
    return (answer.body as { fields: Record<string, unknown> }).fields;
  };

  it('is led to from each field that the viewer may change, and from no other', async () => {
    const href = await opened();
    const page = parse((await clerk.get(href)).text);
    const links = page.querySelectorAll('.db-edit-field').map((link) => link.getAttribute('href'));
    expect(links).toContain(`${href}/edit?field=notes`);
    expect(links).not.toContain(`${href}/edit?field=amount`);
  });

  it('is no form of what is computed, and neither is the form of all fields', async () => {
    const href = await opened();
    const { text } = await clerk.get(`${href}/edit`);
    expect(text).toContain('id="f-notes"');
    expect(text).not.toContain('Computed from other fields.');
  });

  it('asks for that field alone, and leaves the others as they are', async () => {
    const href = await opened();
    const { text } = await clerk.get(`${href}/edit?field=notes`);
    const form = formAsShown(text);
    expect(Object.keys(form).filter((name) => !name.startsWith('_'))).toEqual(['notes']);
    const saved = await clerk
      .post(`${href}/edit?field=notes`)
      .type('form')
      .send({ ...form, notes: 'Three of them' });
    expect([saved.status, saved.headers['location']]).toEqual([303, href]);
    expect(await fieldsNow(href)).toMatchObject({ title: 'Looms', notes: 'Three of them' });
  });

  it('shows both values where somebody else has changed the field meanwhile', async () => {
    const href = await opened();
    const form = formAsShown((await clerk.get(`${href}/edit?field=notes`)).text);
    const other = await daybook.as('second');
    const theirs = formAsShown((await other.get(`${href}/edit?field=notes`)).text);
    await other
      .post(`${href}/edit?field=notes`)
      .type('form')
      .send({ ...theirs, notes: 'Four' });
    const answer = await clerk
      .post(`${href}/edit?field=notes`)
      .type('form')
      .send({ ...form, notes: 'Five' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Four');
    expect(parse(answer.text).querySelector('form.db-form')?.getAttribute('action')).toBe(
      `${href}/edit?field=notes`,
    );
  });

  it('comes back with what was typed where it is refused', async () => {
    const href = await opened();
    const form = formAsShown((await clerk.get(`${href}/edit?field=title`)).text);
    const answer = await clerk
      .post(`${href}/edit?field=title`)
      .type('form')
      .send({ ...form, title: '' });
    expect(answer.status).toBe(422);
    expect(Object.keys(formAsShown(answer.text)).filter((name) => !name.startsWith('_'))).toEqual(['title']);
  });

  it('is the whole form where the address names a field that it does not have', async () => {
    const href = await opened();
    const whole = formAsShown((await clerk.get(`${href}/edit`)).text);
    const unknown = formAsShown((await clerk.get(`${href}/edit?field=nothing`)).text);
    expect(Object.keys(unknown)).toEqual(Object.keys(whole));
  });
});

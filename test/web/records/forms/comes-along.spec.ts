import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { formAsShown } from '#test/web/browser-form.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  2: 'screens:\n  /spends: { list: Spend }\n  /pots: { list: Pot }',
  3: `entities:
  Pot:
    title: "{name}"
    fields:
      name: { type: text, required: true }
      holder: { type: user, title: Holder, role: boss }
      secret: { type: text }
  Spend:
    title: "{what}"
    fields:
      what: { type: text, required: true }
      pot: { type: reference, to: Pot, title: Pot }
      holder: { type: user, title: Holder, role: boss, default: record.pot.holder }
      secret: { type: text, default: record.pot.secret }
      second: { type: reference, to: Pot }
      deputy: { type: user, default: record.second.holder }`,
  4: `lifecycles:
  Spend: { states: [open], actions: { move: { from: open, ask: [second] } } }`,
  6: `roles: { boss: Boss, clerk: Clerk }
permissions:
  Pot:
    fields: { secret: { read: [boss], edit: [boss] } }`,
});

const PASSWORD = 'a sentence is fine';
const person = (name: string, role: string) => ({ id: uuid(), name, signInName: name.toLowerCase(), role });
const bea = person('Bea', 'boss');
const ben = person('Ben', 'boss');
const cleo = person('Cleo', 'clerk');
type Person = typeof bea;

describe('what comes along with a record that is chosen', () => {
  let daybook: Daybook;
  let beasPot: string;
  let bensPot: string;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { role, ...each } of [bea, ben, cleo]) {
      const roles = [{ application: 'spending', role }];
      await daybook.send(new RegisterUser({ ...each, password: PASSWORD, roles, context: system() }));
    }
    await daybook.settled();
    beasPot = await open(bea, 'Pot', { name: 'Tools', holder: bea.id, secret: 'for bosses' });
    bensPot = await open(bea, 'Pot', { name: 'Paper', holder: ben.id });
  });
  afterAll(() => daybook.close());

  const api = (who: Person, method: 'post' | 'patch' | 'get', path: string) =>
    daybook.browser()[method](`/api/spending/${path}`).auth(who.signInName, PASSWORD);
  async function open(who: Person, entity: string, fields: object): Promise<string> {
    const answer = await api(who, 'post', entity).send({ fields });
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    await daybook.settled();
    return (answer.body as { id: string }).id;
  }
  const fieldsOf = async (id: string) =>
    ((await api(bea, 'get', `Spend/${id}`)).body as { fields: Record<string, unknown> }).fields;
  const change = async (id: string, fields: object, version = 1) => {
    const answer = await api(cleo, 'patch', `Spend/${id}`).set('If-Match', `"${version}"`).send({ fields });
    await daybook.settled();
    return answer;
  };

  describe('given a record that is opened', () => {
    it('when it points to a pot, then the holder comes from there', async () => {
      const id = await open(cleo, 'Spend', { what: 'A saw', pot: beasPot });
      expect(await fieldsOf(id)).toMatchObject({ holder: bea.id });
    });

    it('when a holder is given as well, then it is that one', async () => {
      const id = await open(cleo, 'Spend', { what: 'A saw', pot: beasPot, holder: ben.id });
      expect(await fieldsOf(id)).toMatchObject({ holder: ben.id });
    });

    it('when it points to nothing, then nothing comes', async () => {
      expect(await fieldsOf(await open(cleo, 'Spend', { what: 'A saw' }))).toEqual({ what: 'A saw' });
    });

    it('when the person may not read what is there, then it does not come along; who may read it gets it', async () => {
      expect(await fieldsOf(await open(cleo, 'Spend', { what: 'A saw', pot: beasPot }))).not.toHaveProperty(
        'secret',
      );
      expect(await fieldsOf(await open(bea, 'Spend', { what: 'A saw', pot: beasPot }))).toMatchObject({
        secret: 'for bosses',
      });
    });
  });

  describe('given a record with the holder of its pot', () => {
    let id: string;
    beforeEach(async () => (id = await open(cleo, 'Spend', { what: 'A saw', pot: beasPot })));

    it('when it points to another pot, then its holder comes, in the same step', async () => {
      expect((await change(id, { pot: bensPot })).status).toBe(200);
      expect(await fieldsOf(id)).toMatchObject({ pot: bensPot, holder: ben.id });
    });

    it('when both are sent as a form sends them, the holder left as it was, then the holder comes along', async () => {
      await change(id, { what: 'A saw', pot: bensPot, holder: bea.id });
      expect(await fieldsOf(id)).toMatchObject({ holder: ben.id });
    });

    it('when an action asks for another pot, then what follows that comes along', async () => {
      const answer = await api(cleo, 'post', `Spend/${id}/actions/move`)
        .set('If-Match', '"1"')
        .send({ fields: { second: bensPot } });
      expect(answer.status).toBe(200);
      await daybook.settled();
      expect(await fieldsOf(id)).toMatchObject({ second: bensPot, deputy: ben.id, holder: bea.id });
    });

    it('when something else changes, then the holder stays, also an empty one', async () => {
      await change(id, { holder: '' });
      await change(id, { what: 'Two saws' }, 2);
      expect(await fieldsOf(id)).toEqual({ what: 'Two saws', pot: beasPot });
    });
  });

  describe('given a holder who has to be a boss', () => {
    it('when somebody else is sent, then it is refused and says who may be chosen', async () => {
      const answer = await api(cleo, 'post', 'Spend').send({ fields: { what: 'A saw', holder: cleo.id } });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        errors: [
          {
            code: 'PERSON_LACKS_ROLE',
            fields: ['holder'],
            message: 'Holder: the person has to be Boss.',
          },
        ],
      });
    });

    it('when the form is shown, then it offers bosses only, and says where the holder comes from', async () => {
      const browser: Browser = daybook.browser();
      await browser.post('/-/sign-in').type('form').send({ name: 'cleo', password: PASSWORD });
      const { text } = await browser.get('/spending/spends/new');
      const [select = ''] = /<select[^>]*name="holder"[\s\S]*?<\/select>/.exec(text) ?? [];
      expect([...select.matchAll(/>([^<]+)<\/option>/g)].map(([, name]) => name)).toEqual(
        expect.arrayContaining(['Bea', 'Ben']),
      );
      expect(select).not.toContain('Cleo');
      expect(text).toContain('Filled in from “Pot”.');

      const form = { ...hiddenIn(text), what: 'A drill', pot: beasPot, holder: '', secret: '' };
      const answer = await browser.post('/spending/spends/new').type('form').send(form);
      expect(answer.status).toBe(303);
      await daybook.settled();
      const page = await browser.get(answer.headers['location'] as string);
      expect(page.text).toMatch(/Holder[\s\S]{0,300}Bea/);
    });
  });

  describe('given a form in which a pot was chosen', () => {
    const filledForm = async (typed: Record<string, string>) => {
      const browser: Browser = daybook.browser();
      await browser.post('/-/sign-in').type('form').send({ name: 'cleo', password: PASSWORD });
      const { text } = await browser.get('/spending/spends/new');
      const form = { ...hiddenIn(text), what: 'A drill', holder: '', secret: '', _follow: 'pot', ...typed };
      const answer = await browser.post('/spending/spends/new').type('form').send(form);
      expect(answer.status).toBe(200);
      return formAsShown(answer.text);
    };

    it('when what comes along is asked for, then the holder is filled in, and nothing that may not be read', async () => {
      expect(await filledForm({ pot: beasPot })).toMatchObject({
        holder: bea.id,
        secret: '',
        what: 'A drill',
      });
    });

    it('when a holder was chosen, then it stays', async () => {
      expect(await filledForm({ pot: beasPot, holder: ben.id })).toMatchObject({ holder: ben.id });
    });

    it('when there is no such pot, then nothing is filled in', async () => {
      expect(await filledForm({ pot: uuid() })).toMatchObject({ holder: '' });
    });
  });
});

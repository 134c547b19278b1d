import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  2: `screens:
  /spends: { list: Spend, columns: [title, owner, openedBy], filters: [owner] }
  /board: { board: Spend, card: [title, owner] }`,
  3: `entities:
  Spend:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      owner: { type: user }`,
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved }`,
});
const PASSWORD = 'a sentence is fine';

describe('given two people of one name, and one whose name looks like it', () => {
  let daybook: Daybook;
  let browser: Browser;
  let record: string;
  const [kim1, kim2, lookalike, ada] = [uuid(), uuid(), uuid(), uuid()];

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    const register = (id: string, name: string, signInName: string, role: readonly string[] = []) =>
      daybook.send(
        new RegisterUser({
          id,
          name,
          signInName,
          password: PASSWORD,
          context: system(),
          roles: role.map((key) => ({ application: '-', role: key })),
        }),
      );
    await register(kim1, 'Kim Lee', 'kim1');
    await register(kim2, 'Kim Lee', 'kim2');
    // A Cyrillic capital K.
    await register(lookalike, 'Кim Lee', 'kim3');
    await register(ada, 'Ada Admin', 'ada', ['admin']);
    await daybook.settled();
    browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: 'kim1', password: PASSWORD });
    const fields = { title: 'Chairs', owner: kim2 };
    const opened = await daybook
      .browser()
      .post('/api/spending/Spend')
      .auth('kim1', PASSWORD)
      .send({ fields });
    record = (opened.body as { id: string }).id;
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const shown = async (path: string) => (await browser.get(path)).text.replaceAll('<!-- -->', '');

  it.each([
    ['the choices of a form', '/spending/spends/new'],
    ['a list and its filters', '/spending/spends'],
    ['a board', '/spending/board'],
  ])('then %s tell them apart', async (_, path) => {
    const page = await shown(path);
    expect(page).toContain('Kim Lee (kim2)');
    if (path.endsWith('new')) expect(page).toContain('Кim Lee (kim3)');
    expect(page).not.toMatch(/>Kim Lee<\/(option|td|a|dd|b)>/);
  });

  it('then a record tells them apart, in its fields and in its history', async () => {
    const page = await shown(`/spending/spends/${record}`);
    expect(page).toContain('Kim Lee (kim1)');
    expect(page).toContain('Kim Lee (kim2)');
  });

  it('then the timeline and the list of people tell them apart', async () => {
    const admin = daybook.browser();
    await admin.post('/-/sign-in').type('form').send({ name: 'ada', password: PASSWORD });
    expect((await admin.get('/-/timeline')).text).toContain('Kim Lee (kim1)');
    const people = (await admin.get('/-/people')).text;
    for (const name of ['kim1', 'kim2', 'kim3']) expect(people).toContain(name);
  });

  it('then a name stands alone again once nobody else bears it', async () => {
    for (const id of [kim2, lookalike])
      await daybook.send(new ErasePerson({ id, reason: 'asked', context: system() }));
    await daybook.settled();
    const page = await shown('/spending/spends/new');
    expect(page).toContain('Kim Lee');
    expect(page).not.toContain('(kim1)');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { type Daybook } from '../daybook.js';
import {
  ENGINES,
  person,
  startPublished,
  type ExamplePerson,
  type PublishedDaybook,
} from '../processes/on-both-engines.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: `entities:
  Spend:
    summary: [amount]
    fields: { title: { type: text, required: true }, amount: integer, secret: text }
  Visit:
    fields: { title: { type: text, required: true } }
  Note:
    fields: { title: { type: text, required: true } }`,
  4: `lifecycles:
  Spend:
    states: { draft: Draft, waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      submit: { from: draft, to: waiting, by: [clerk, boss], guard: record.openedBy == user.id }
      reject: { from: waiting, to: draft, by: [boss], reason: required }
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, approvals: 2, guard: record.amount < 1000 }
      approveLarge: { title: Approve much, from: waiting, to: approved, by: [head], not: record.openedBy, approvals: 2, guard: record.amount >= 1000 }
  Visit:
    states: { planned: Planned, agreed: { title: Agreed, final: true } }
    actions:
      agree: { title: Agree to it, from: planned, to: agreed, by: [boss], approvals: 1 }`,
  6: `roles: { boss: Boss, head: Head, clerk: Clerk }
permissions:
  Spend: { read: { clerk: true, boss: true, head: record.secret != 'x' }, open: [boss, clerk] }
  Visit: { read: [boss, clerk], open: [clerk] }
  Note: { read: [clerk], open: [clerk] }`,
});

const [bea, ben, hal, cleo, nils] = [
  person('Bea Boss', 'boss'),
  person('Ben Boss', 'boss'),
  person('Hal Head', 'head'),
  person('Cleo Clerk', 'clerk'),
  person('Nils Clerk', 'clerk'),
];
type Person = ExamplePerson;

describe.each(ENGINES)('what waits for a person, on $name', (engines) => {
  let published: PublishedDaybook;
  let daybook: Daybook;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    published = await startPublished(engines, {
      key: 'spending',
      document: DOCUMENT,
      people: [bea, ben, hal, cleo, nils],
    });
    ({ daybook } = published);
    const spend = async (title: string, amount: number, by: Person, more: object = {}, submitted = true) => {
      ids[title] = await open('Spend', { title, amount, ...more }, by);
      if (submitted) await take('Spend', title, 'submit', by, 1);
    };
    await spend('Chairs', 300, cleo);
    await spend('Own', 400, bea);
    await spend('Draft', 500, cleo, {}, false);
    await spend('Roof', 90_000, cleo, { secret: 'y' });
    await spend('Hidden', 90_000, cleo, { secret: 'x' });
    ids['Trade fair'] = await open('Visit', { title: 'Trade fair' }, cleo);
    ids['Note'] = await open('Note', { title: 'Note' }, cleo);
    await daybook.settled();
  }, 60_000);
  afterAll(() => published.close());

  const on = (entity: string, id: string, { id: actor }: Person) => ({
    application: 'spending',
    entity,
    id,
    context: { actor, commandId: uuid() },
  });
  async function open(entity: string, input: object, by: Person): Promise<string> {
    const id = uuid();
    await daybook.send(new OpenRecord({ ...on(entity, id, by), input: { ...input } }));
    return id;
  }
  const take = (entity: string, title: string, action: string, by: Person, seen: number) =>
    daybook.send(new TakeAction({ ...on(entity, ids[title]!, by), action, input: {}, baseVersion: seen }));
  const as = (who: Person) => published.as(who);
  const waiting = async (who: Person) => {
    const { body } = await (await as(who)).get('/api/spending/-/waiting');
    const { items } = body as { items: { id: string; waitsFor: { action: string }[] }[] };
    const titleOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)![0];
    return items.map(({ id, waitsFor }) => [titleOf(id), ...waitsFor.map(({ action }) => action)]);
  };

  it('is over all entities, as the record’s own page judges: roles, guards, `not`, and what one may read', async () => {
    expect(await waiting(bea)).toEqual([
      ['Chairs', 'approve'],
      ['Trade fair', 'agree'],
    ]);
    expect(await waiting(ben)).toEqual([
      ['Chairs', 'approve'],
      ['Own', 'approve'],
      ['Trade fair', 'agree'],
    ]);
    expect(await waiting(hal)).toEqual([['Roof', 'approveLarge']]);
    expect(await waiting(cleo)).toEqual([['Draft', 'submit']]);
  });

  it('is the first page, and one number in the title, the header and the tab of every page', async () => {
    const browser = await as(ben);
    const home = (await browser.get('/')).text;
    expect(home).toContain('<title>(3) Home');
    expect(home).toContain('Trade fair');
    expect(home).toContain(`/spending/visits/${ids['Trade fair']!}/actions/agree`);
    const list = (await browser.get('/spending/spends')).text;
    expect(list).toContain('<title>(3) ');
    expect(list).toMatch(/>Home<span class="db-tab-count">3 <span class="visually-hidden">waiting for you</);
    expect(list).toMatch(/href="\/spending\/-\/waiting"[^>]*>Waiting for you<span class="db-tab-count">3</);
    const hals = (await (await as(hal)).get('/')).text;
    expect(hals).toContain('Roof');
    expect(hals).not.toContain('Trade fair');
  });

  it('says whom a record of one’s own waits for, as the record’s own page does', async () => {
    const page = (await (await as(cleo)).get('/')).text;
    const own = page.slice(page.indexOf('Yours, with others'), page.indexOf('id="applications"'));
    expect(own).toContain('Trade fair');
    expect(own).toContain('Waiting for Bea Boss or Ben Boss');
    const visit = (await (await as(cleo)).get(`/spending/visits/${ids['Trade fair']!}`)).text;
    expect(visit).toContain('Waiting for Bea Boss or Ben Boss');
    expect(own).not.toContain('Draft');
  });

  it('has an address that leads to the newest of it that one may read, and to the list where nothing waits', async () => {
    const leads = async (who: Person) => {
      const { status, headers } = await (await as(who)).get('/spending/-/waiting/newest');
      return [status, headers['location']];
    };
    expect(await leads(ben)).toEqual([302, `/spending/visits/${ids['Trade fair']!}`]);
    expect(await leads(hal)).toEqual([302, `/spending/spends/${ids['Roof']!}`]);
    expect(await leads(cleo)).toEqual([302, `/spending/spends/${ids['Draft']!}`]);
    expect(await leads(nils)).toEqual([302, '/spending/-/waiting']);
  });

  it('is a page of each application, with its navigation', async () => {
    const page = parse((await (await as(ben)).get('/spending/-/waiting')).text);
    expect(page.querySelector('main')!.textContent).toContain('Trade fair');
    const tab = page.querySelector('.db-tabs a[aria-current]')!;
    expect([tab.textContent, tab.getAttribute('href')]).toEqual(['Waiting for you3', '/spending/-/waiting']);
    expect(page.querySelector('#applications')).toBeNull();
  });

  it('says what each value of a row is', async () => {
    const page = parse((await (await as(ben)).get('/spending/-/waiting')).text);
    const row = page.querySelectorAll('.db-work-row').find((each) => each.textContent.includes('Chairs'))!;
    expect(row.querySelector('.db-work-facts')!.textContent).toContain('Amount: 300');
  });

  it('is the same over the API for all applications as for the only one', async () => {
    const browser = await as(bea);
    const all = (await browser.get('/api/-/waiting')).body as { items: readonly object[] };
    const inOne = (await browser.get('/api/spending/-/waiting')).body as { items: readonly object[] };
    expect(all.items).toHaveLength(2);
    expect(all).toEqual(inOne);
    expect(all.items[0]).toMatchObject({ application: 'spending', isLate: false });
  });

  it('is a filter of lists, of their CSV, of maps, and of the API, and of nothing else', async () => {
    const browser = await as(bea);
    const list = (await browser.get('/spending/spends?waits-for=me')).text;
    expect(list).toContain('Chairs');
    expect(list).not.toContain('Roof');
    const csv = (await browser.get('/spending/spends.csv?waits-for=me')).text;
    expect(csv.trim().split('\n')).toHaveLength(2);
    const { body } = await browser.get('/api/spending/Spend?waits-for=me&limit=1');
    expect(body).toMatchObject({ items: [{ id: ids['Chairs'] }], count: { count: 1, more: false } });
    const map = await browser.get('/api/spending/Spend/map?waits-for=me');
    expect(map.body).toMatchObject({ records: 1 });
    const other = await browser.get(`/api/spending/Spend?waits-for=${ben.id}`);
    expect([other.status, (other.body as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('waits no longer for who has approved, and for nobody where it is done', async () => {
    await take('Spend', 'Chairs', 'approve', bea, 2);
    await daybook.settled();
    expect(await waiting(bea)).toEqual([['Trade fair', 'agree']]);
    expect(await waiting(ben)).toContainEqual(['Chairs', 'approve']);
    const form = parse(
      (await (await as(ben)).get(`/spending/spends/${ids['Chairs']!}/actions/approve`)).text,
    );
    const subject = form.querySelector('.db-form-subject')!.textContent;
    expect(subject).toContain('Waiting');
    expect(subject).toContain('Amount300');
    expect(subject).toMatch(/Approve: 1 of 2Waits for you, as Boss\.Bea Boss approved it, /);
    await take('Spend', 'Chairs', 'approve', ben, 3);
    await daybook.settled();
    expect(await waiting(ben)).not.toContainEqual(['Chairs', 'approve']);
  });

  it('is told to who opened it once others have done it, until they mark it as read', async () => {
    const browser = await as(cleo);
    const changed = /class="db-change-row"[^]*Chairs[^]*Ben Boss/;
    expect((await browser.get('/')).text).toMatch(changed);
    expect((await browser.get('/-/account')).text).toContain('unread');
    await browser.get('/-/notices');
    const notices = (await browser.get('/-/notices')).text;
    expect(notices).toMatch(changed);
    expect((await browser.get('/')).text).toMatch(changed);
    const form = parse(notices).querySelector('form[action="/-/changes/read"]')!;
    const sent = form
      .querySelectorAll('input')
      .map((each) => [each.attributes['name'], each.attributes['value']]);
    const answer = await browser.post('/-/changes/read').type('form').send(Object.fromEntries(sent));
    expect([answer.status, answer.headers['location']]).toEqual([303, '/-/notices']);
    expect((await browser.get('/-/notices')).text).not.toMatch(changed);
    expect((await browser.get('/')).text).not.toMatch(changed);
    expect((await browser.get('/-/account')).text).not.toContain('unread');
  });

  it('is nobody’s business who may not enter', async () => {
    expect((await daybook.browser().get('/api/spending/-/waiting')).status).toBe(401);
    expect((await daybook.browser().get('/api/-/waiting')).status).toBe(401);
    const stranger = person('Stu Stranger');
    await published.register(stranger);
    await daybook.settled();
    const known = await (await as(stranger)).get('/api/spending/-/waiting');
    const unknown = await (await as(stranger)).get('/api/nowhere/-/waiting');
    expect([known.status, unknown.status]).toEqual([404, 404]);
  });
});

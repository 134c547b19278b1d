// History keeps the words of its own version.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { TakeAction } from '#domain/record/record-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = ({
  kind = 'Preferred supplier',
  working = 'Working',
  start = 'Start',
  seal = 'Seal',
} = {}) =>
  documentOf({
    1: 'key: shop\nname: Firm',
    3: `entities:
  Case:
    title: "{name}"
    fields:
      name: text
      kind: { type: choice, of: { a: ${kind}, b: Other } }
      secret: { type: choice, of: { x: ${kind} hidden } }`,
    4: `lifecycles:
  Case:
    states: { fresh: Fresh, working: ${working}, done: { title: Done, final: true } }
    actions:
      begin: { title: ${start}, from: fresh, to: working }
      seal: { title: ${seal}, from: working, sign: I mean it }
      finish: { from: working, to: done }`,
    6: `roles: { boss: { title: Boss }, staff: { title: Staff, everyone: true } }
permissions:
  Case: { open: [boss, staff], read: [boss, staff], edit: [boss, staff], fields: { secret: { read: [boss] } } }`,
  });
const NEXT = {
  kind: 'Blocked supplier',
  working: 'Rejected by the board',
  start: 'Throw out',
  seal: 'Stamp',
};

let app: ReadingApp;
let [boss, plain, auditor] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];
let [before, after] = ['', ''];

beforeAll(async () => {
  app = await readingApp();
  await app.publish(document());
  boss = await app.person('Bo', 'boss');
  plain = await app.person('Pia');
  auditor = await app.person('Audrey', 'boss', '-:auditor');
  before = await app.open(boss, 'Case', { name: 'One', kind: 'a', secret: 'x' });
  await app.act(boss, 'Case', before, 'begin');
  const target = { application: 'shop', entity: 'Case', id: before, baseVersion: 2 };
  const context = { actor: boss.id, commandId: uuid() };
  const signing = { by: 'demo' } as const;
  await app.send(new TakeAction({ ...target, action: 'seal', input: {}, signing, context }));
  await app.publish(document(NEXT));
  after = await app.open(boss, 'Case', { name: 'Two', kind: 'a' });
  await app.act(boss, 'Case', after, 'begin');
});
afterAll(() => app.close());

/** As read aloud, without decoration. */
const words = async (by: SignedInPerson, path: string) =>
  (await app.get(by, path).expect(200)).text
    .replace(/<svg[^]*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const historyOf = async (by: SignedInPerson, id: string) =>
  (await words(by, `/shop/cases/${id}`)).split('History').at(-1)!;

describe('given a record that was moved before a version gave everything other titles', () => {
  it('then its history says what it said then, and what that is called now', async () => {
    const history = await historyOf(boss, before);
    expect(history).toContain('Start (now: Throw out)');
    expect(history).toContain('Fresh to Working (now: Rejected by the board)');
    expect(history).toContain('Preferred supplier (now: Blocked supplier)');
  });

  it('then what happened under the new version is told in its words alone', async () => {
    const history = await historyOf(boss, after);
    expect(history).toContain('Throw out');
    expect(history).toContain('Fresh to Rejected by the board');
    expect(history).not.toContain('(now:');
  });

  it('then what was signed is called as it was when it was signed', async () => {
    expect(await words(boss, `/shop/cases/${before}`)).toMatch(/“ ?I mean it ?” \( ?Seal ?\(now: Stamp\)/);
  });

  it('then timeline and event pages tell it likewise', async () => {
    const timeline = await words(auditor, '/-/timeline?application=shop');
    expect(timeline).toContain('Start (now: Throw out)');
    expect(timeline).toContain('Preferred supplier (now: Blocked supplier)');
    const { text } = await app.get(auditor, `/shop/cases/${before}`);
    const [, taken] = [...text.matchAll(/\/-\/events\/\d+/g)];
    expect(await words(auditor, taken![0])).toContain('Fresh to Working (now: Rejected by the board)');
  });

  it.each([
    ['start', 1],
    ['throw out', 2],
    ['throw start', 1],
  ])('then a search for “%s” finds %d of the two actions', async (search, found) => {
    const { text } = await app.get(auditor, `/-/timeline?application=shop&q=${encodeURIComponent(search)}`);
    const sentences = text.match(/<p class="db-sentence">[^]*?<\/p>/g) ?? [];
    expect(sentences.filter((sentence) => sentence.includes('Throw out'))).toHaveLength(found);
  });

  it('then who may not see a field learns no title of its choices, neither of then nor of now', async () => {
    for (const path of [`/shop/cases/${before}`]) expect(await words(plain, path)).not.toContain('hidden');
    expect(await historyOf(boss, before)).toContain(
      'Preferred supplier hidden (now: Blocked supplier hidden)',
    );
  });

  it('then no earlier version is checked, however many pages tell of it', async () => {
    const at = jest.spyOn(app.installation.specifications, 'at');
    await words(auditor, '/-/timeline');
    await words(boss, `/shop/cases/${before}`);
    expect(at).not.toHaveBeenCalled();
    at.mockRestore();
  });
});

describe('given a record of before a version that renamed what it holds', () => {
  const renamed = document(NEXT)
    .replace('begin: {', 'discard: { was: begin,')
    .replace('working: Rejected by the board', 'rejected: { title: Rejected by the board, was: working }')
    .replaceAll('working', 'rejected')
    .replace('was: rejected', 'was: working')
    .replace('kind: { type: choice,', 'sort: { type: choice, was: kind,')
    .replace('secret: { read: [boss] }', 'secret: { read: [boss] }, sort: { read: [boss] }');

  beforeAll(async () => app.publish(renamed));

  it('then its history has the names of then, with what they are called now', async () => {
    const history = await historyOf(boss, before);
    expect(history).toContain('Start (now: Throw out)');
    expect(history).toContain('Fresh to Working (now: Rejected by the board)');
    expect(history).toContain('Kind (now: Sort)');
    expect(history).toContain('Preferred supplier (now: Blocked supplier)');
  });

  it('then who may not see the field under its new name does not see what it was called before', async () => {
    for (const id of [before, after])
      expect(await words(plain, `/shop/cases/${id}`)).not.toMatch(/Preferred supplier|Blocked supplier/);
  });

  it('then a search for what an action is called now finds it under the name it had', async () => {
    const { text } = await app.get(auditor, '/-/timeline?application=shop&q=throw%20start');
    const sentences = text.match(/<p class="db-sentence">[^]*?<\/p>/g) ?? [];
    expect(sentences.filter((sentence) => sentence.includes('Start'))).toHaveLength(1);
  });
});

describe('given a record with more signatures than are looked up at once', () => {
  it('then each is called as it was when it was signed', async () => {
    const own = await readingApp();
    await own.publish(document());
    const signer = await own.person('Bo', 'boss');
    const id = await own.open(signer, 'Case', { name: 'Signed often' });
    await own.act(signer, 'Case', id, 'begin');
    for (let baseVersion = 2; baseVersion < 207; baseVersion++) {
      const target = { application: 'shop', entity: 'Case', id, baseVersion };
      const context = { actor: signer.id, commandId: uuid() };
      const signing = { by: 'demo' } as const;
      await own.send(new TakeAction({ ...target, action: 'seal', input: {}, signing, context }));
    }
    await own.publish(document(NEXT));
    const { text } = await own.get(signer, `/shop/cases/${id}`).expect(200);
    const signatures = text.split('id="signatures"').at(-1)!.split('id="history"')[0]!;
    expect(signatures.match(/Seal/g)).toHaveLength(205);
    await own.close();
  });
});

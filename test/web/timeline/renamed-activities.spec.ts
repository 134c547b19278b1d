// An action stays one activity, whatever its key and title were in the event's version.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (actions: string) =>
  documentOf({
    1: 'key: shop\nname: Firm',
    3: 'entities:\n  Case:\n    title: "{name}"\n    fields: { name: text }',
    4: `lifecycles:
  Case:
    states: { fresh: Fresh, working: Working, done: { title: Done, final: true } }
    actions: { ${actions}, finish: { from: working, to: done } }`,
    6: 'roles: { staff: { title: Staff, everyone: true } }',
  });

const VERSIONS = [
  'begin: { title: Start, from: fresh, to: working }, stop: { title: Halt, from: working, to: fresh }',
  'launch: { title: Throw out, was: begin, from: fresh, to: working }, stop: { title: Halt, from: working, to: fresh }',
  // The old key is another action now, and one is removed.
  'launch: { title: Throw out, from: fresh, to: working }, begin: { title: Look at, from: fresh }',
];

describe('given actions that were renamed, came back, and went', () => {
  let app: ReadingApp;
  let [staff, auditor, admin] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];
  const cases: string[] = [];

  beforeAll(async () => {
    app = await readingApp();
    for (const [index, actions] of VERSIONS.entries()) {
      await app.publish(document(actions));
      staff ??= await app.person('Sam');
      auditor ??= await app.person('Audrey', '-:auditor');
      admin ??= await app.person('Ada', '-:admin');
      const id = await app.open(staff, 'Case', { name: `Case ${index + 1}` });
      cases.push(id);
      if (index === 2) await app.act(staff, 'Case', id, 'begin');
      await app.act(staff, 'Case', id, index === 0 ? 'begin' : 'launch');
      if (index === 0) await app.act(staff, 'Case', id, 'stop');
    }
  });
  afterAll(() => app.close());

  /** Their cases and descriptions. */
  async function found(by: SignedInPerson, activity: string) {
    const { text } = await app.get(by, `/-/timeline?activity=${activity}`).expect(200);
    const items = text.split('class="db-timeline-item"').slice(1);
    return items.map((item) => cases.findIndex((id) => item.includes(id)) + 1).sort();
  }

  it.each([
    ['present key', 'shop.Case.launch', [1, 2, 3]],
    ['key that is another action now', 'shop.Case.begin', [3]],
    ['key of an action that is gone', 'shop.Case.stop', [1]],
  ])('then the %s finds the events of that action and of no other', async (_, activity, expected) => {
    expect(await found(auditor, activity)).toEqual(expected);
    expect(await found(admin, activity)).toEqual(expected);
  });

  it('then each is offered with what it was called, and whether it is gone', async () => {
    const { text } = await app.get(auditor, '/-/timeline').expect(200);
    const activities = /<select[^>]*name="activity"[^]*?<\/select>/.exec(text)![0];
    const options = [...activities.matchAll(/<option value="(shop\.Case\.[^"]+)"[^>]*>([^<]+)</g)];
    expect(options.map(([, value, title]) => [value, title])).toEqual([
      ['shop.Case.launch', 'Throw out (was: Start)'],
      ['shop.Case.begin', 'Look at'],
      ['shop.Case.finish', 'Finish'],
      ['shop.Case.stop', 'Halt (not any more)'],
    ]);
  });
});

describe('given an address from before an action was renamed', () => {
  it('then it finds what happened before and after', async () => {
    const app = await readingApp();
    await app.publish(document(VERSIONS[0]!));
    const staff = await app.person('Sam');
    const auditor = await app.person('Audrey', '-:auditor');
    const before = await app.open(staff, 'Case', { name: 'Before' });
    await app.act(staff, 'Case', before, 'begin');
    await app.publish(document(VERSIONS[1]!));
    const after = await app.open(staff, 'Case', { name: 'After' });
    await app.act(staff, 'Case', after, 'launch');
    const { text } = await app.get(auditor, '/-/timeline?activity=shop.Case.begin').expect(200);
    expect([before, after].map((id) => text.includes(id))).toEqual([true, true]);
    await app.close();
  });
});

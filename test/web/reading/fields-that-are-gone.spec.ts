// A field that one version restricted and a later one removed stays hidden, as do ids of events that claim its unique values.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from './reading-app.js';

const document = (fields: string, permissions = '') =>
  documentOf({
    1: 'key: shop\nname: Firm',
    3: `entities:
  Case:
    title: "{name}"
    fields:
      name: text
      code: { type: text, unique: true }
${fields}`,
    6: `roles: { boss: { title: Boss }, staff: { title: Staff, everyone: true } }
permissions:
  Case:
    open: [boss, staff]
    read: [boss, staff]
    edit: [boss, staff]
    fields:
      code: { read: [boss] }
${permissions}`,
  });

const SALARY = '      salary: { type: text }\n      was: { type: text }';
const RESTRICTED = '      salary: { read: [boss] }';

let app: ReadingApp;
let [boss, plain, admin] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];
const ids: string[] = [];

beforeAll(async () => {
  app = await readingApp();
  await app.publish(document(SALARY));
  boss = await app.person('Bo', 'boss');
  plain = await app.person('Pia');
  admin = { ...(await app.person('Ada')), admin: true };
  for (const salary of ['plantone', 'planttwo'])
    ids.push(
      await app.open(boss, 'Case', { name: 'A case', code: `code-${salary}`, salary, was: 'plantopen' }),
    );
  await app.publish(document(SALARY, RESTRICTED));
  const without = document('      note: { type: text }');
  await app.publish(without.replace('    fields:\n', '    removed: [salary, was]\n    fields:\n'));
});
afterAll(() => app.close());

describe('a field that a version has restricted', () => {
  it('is hidden once it is gone, on whatever page its old events stand', async () => {
    const timeline = (await app.get(admin, '/-/timeline?application=shop&type=all')).text;
    const events = [...new Set(timeline.match(/\/-\/events\/\d+/g))];
    expect(events.length).toBeGreaterThan(4);
    for (const id of ids)
      expect((await app.get(plain, `/shop/cases/${id}`)).text).not.toMatch(/plant(one|two)/);
    for (const path of ['/-/timeline?application=shop', '/-/timeline?type=record.opened', ...events])
      expect((await app.get(admin, path)).text).not.toMatch(/plant(one|two)/);
    expect((await app.get(admin, '/-/timeline?q=plantone')).text).not.toContain('/-/events/');
  });

  it('is shown where no version has', async () => {
    expect((await app.get(boss, `/shop/cases/${ids[0]}`)).text).toContain('plantopen');
    expect((await app.get(plain, `/shop/cases/${ids[0]}`)).text).toContain('plantopen');
  });
});

describe('the claim of a unique value that one may not read', () => {
  it('has no id, from which the value could be found by trying, and no version, which tells whether it was held before', async () => {
    const claims = (await app.get(admin, '/-/timeline?application=shop&type=value.claimed')).text;
    const [event] = claims.match(/\/-\/events\/\d+/) ?? [];
    const { text } = await app.get(admin, event!);
    expect(text).toContain('not visible to you');
    expect(text).not.toMatch(/&quot;id&quot;: &quot;/);
    expect(text).not.toMatch(/^ {2}&quot;version&quot;: \d/m);
    expect(text).not.toMatch(/Version in the stream<\/dt><dd>\d/);
  });
});

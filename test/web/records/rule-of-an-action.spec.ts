import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const document = (name: string, comment = '') =>
  documentOf({
    1: `key: shop\nname: ${name}`,
    3: 'entities: { Case: { title: "{name}", fields: { name: text } } }',
    4: `${comment}lifecycles:
  Case:
    states: { fresh: Fresh, done: { title: Done, final: true } }
    actions:
      check: { from: fresh, approvals: 2, to: done }
      finish: { from: fresh, to: done }`,
    6: 'roles: { staff: { title: Staff, everyone: true } }',
  });

const FIRST = document('Firm');
const SECOND = document('Company', '# One line more.\n# And another one.\n');
const lineIn = (text: string, start: string) =>
  text.split('\n').findIndex((line) => line.trim().startsWith(start)) + 1;

describe('given an action that was taken by each of two versions', () => {
  let app: ReadingApp;
  let [staff, auditor] = [] as unknown as [SignedInPerson, SignedInPerson];
  let [first, second] = ['', ''];

  beforeAll(async () => {
    app = await readingApp();
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    await app.publish(FIRST);
    first = await app.open(staff, 'Case', { name: 'First' });
    await app.act(staff, 'Case', first, 'check');
    await app.act(staff, 'Case', first, 'finish');
    await app.publish(SECOND);
    second = await app.open(staff, 'Case', { name: 'Second' });
    await app.act(staff, 'Case', second, 'finish');
  });
  afterAll(() => app.close());

  async function rules(by: SignedInPerson, path: string) {
    const page = parse((await app.get(by, path).expect(200)).text);
    return page
      .querySelectorAll('.db-timeline-item a[href*="/specification?"]')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  }
  const link = (name: string, version: number, text: string, action: string) => {
    const line = lineIn(text, `${action}:`);
    return [
      `${name}, version ${version}, §4 line ${line}`,
      `/shop/specification?version=${version}#line-${line}`,
    ];
  };

  it('then the history of a record leads to the line of its version, of an approval too', async () => {
    expect(await rules(staff, `/shop/cases/${first}`)).toEqual([
      link('Firm', 1, FIRST, 'finish'),
      link('Firm', 1, FIRST, 'check'),
    ]);
    expect(await rules(staff, `/shop/cases/${second}`)).toEqual([link('Company', 2, SECOND, 'finish')]);
  });

  it('then the timeline and the page of the event lead there, and that line is on the page', async () => {
    const expected = link('Firm', 1, FIRST, 'finish');
    expect(await rules(auditor, '/-/timeline?record=First')).toContainEqual(expected);
    const timeline = parse((await app.get(auditor, '/-/timeline?record=First')).text);
    const raw = timeline.querySelector('.db-timeline-item a[href^="/-/events/"]')!.getAttribute('href')!;
    expect(await rules(auditor, raw)).toEqual([expected]);
    const [path, line] = expected[1]!.split('#');
    const version = (await app.get(auditor, path!).expect(200)).text;
    expect(version.split(`id="${line!}"`)[1]?.slice(0, 200)).toContain('finish');
  });
});

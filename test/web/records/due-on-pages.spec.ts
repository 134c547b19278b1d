import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: `key: shop
timeZone: Europe/Berlin`,
  2: `screens:
  /claims: { list: Claim, columns: [title, due, state] }
  /board: { board: Claim, card: [title, due] }
  /days: { calendar: Claim, from: due }`,
  3: 'entities: { Claim: { fields: { title: text, due: date } } }',
  4: `lifecycles:
  Claim:
    states: { open: { title: Open }, done: { title: Done, final: true } }
    actions: { finish: { from: open, to: done } }
    due: { due: true }`,
  6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Claim: { read: [staff, boss], fields: { due: { read: [boss] } } } }`,
});

let daybook: ReadingApp;
let boss: SignedInPerson;
let staff: SignedInPerson;
let late: string;
let now = '2026-11-17T10:00:00.000Z';

beforeAll(async () => {
  daybook = await readingApp(() => now);
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'boss');
  staff = await daybook.person('Sam');
  late = await daybook.open(boss, 'Claim', { title: 'Late', due: '2026-11-14' });
  const done = await daybook.open(boss, 'Claim', { title: 'Paid', due: '2026-11-13' });
  await daybook.open(boss, 'Claim', { title: 'Dateless' });
  now = '2026-11-23T10:00:00.000Z';
  await daybook.open(boss, 'Claim', { title: 'Soon', due: '2026-11-27' });
  await daybook.act(boss, 'Claim', done, 'finish');
  now = '2026-11-26T10:00:00.000Z';
});

afterAll(() => daybook.close());

const page = async (who: SignedInPerson, path: string) => decoded((await daybook.get(who, path)).text);
const titles = async (path: string) =>
  parse(await page(boss, path))
    .querySelectorAll('tbody th')
    .map((cell) => cell.textContent.trim());

describe('given one claim that is late, one that is due tomorrow, and one that is done', () => {
  it.each(['/shop/claims', '/shop/board'])('when %s is looked at, then it says so in words', async (path) => {
    const shown = await page(boss, path);
    expect(shown).toContain('12 days late');
    expect(shown).toContain('due tomorrow');
    expect(shown).not.toContain('13 days late');
  });

  it('when the calendar and the record are looked at, then they say the same', async () => {
    expect(await page(boss, '/shop/days?month=2026-11')).toContain('12 days late');
    expect(await page(boss, `/shop/claims/${late}`)).toContain('12 days late');
    expect(
      parse(await page(boss, `/shop/claims/${late}`)).querySelector('.db-state-since')?.textContent,
    ).toBe('for 9 days');
  });

  it('when the calendar is looked at, then only what is late stands out there', async () => {
    const entries = parse(await page(boss, '/shop/days?month=2026-11')).querySelectorAll('.db-entry-late');
    expect(entries.map((entry) => entry.getAttribute('title'))).toEqual(['Late']);
    expect(await page(staff, '/shop/days?month=2026-11')).not.toContain('db-entry-late');
  });

  it('when somebody may not see the date, then no page tells how late it is', async () => {
    for (const path of ['/shop/claims', '/shop/board', `/shop/claims/${late}`, '/shop/days?month=2026-11'])
      expect(await page(staff, path)).not.toMatch(/days late|due tomorrow/);
  });

  it('when Home is looked at, then what is past its due date is late, for those who may see the date', async () => {
    const lateFor = async (who: SignedInPerson) => {
      const { items } = (await daybook.get(who, '/api/-/waiting')).body as {
        readonly items: readonly { readonly id: string; readonly isLate: boolean }[];
      };
      expect(items).toHaveLength(3);
      return items.filter(({ isLate }) => isLate).map(({ id }) => id);
    };
    expect(await lateFor(boss)).toEqual([late]);
    expect(await lateFor(staff)).toEqual([]);
    expect(parse(await page(boss, '/')).querySelectorAll('.db-work-late')).toHaveLength(1);
    expect(parse(await page(staff, '/')).querySelectorAll('.db-work-late')).toHaveLength(0);
  });

  it('when Home and the record are looked at, then they say by which date it is overdue, to who may see the date', async () => {
    const overdue = /Overdue: “Due” was (Nov 14, 2026|14 Nov 2026)/;
    for (const path of ['/', `/shop/claims/${late}`]) {
      expect(await page(boss, path)).toMatch(overdue);
      expect(await page(staff, path)).not.toContain('Overdue');
    }
  });

  it('when it is sorted by the date, then what has none comes last in either direction', async () => {
    expect(await titles('/shop/claims?sort=due')).toEqual(['Paid', 'Late', 'Soon', 'Dateless']);
    expect(await titles('/shop/claims?sort=-due')).toEqual(['Soon', 'Late', 'Paid', 'Dateless']);
  });

  it('when it is narrowed to what has not moved for long, then only that is left', async () => {
    expect((await titles('/shop/claims?stateSince.longerThan=5')).toSorted()).toEqual(['Dateless', 'Late']);
    expect(await titles('/shop/claims?stateSince.longerThan=20')).toEqual([]);
  });

  it('when the date is in the summary, then Home and the record say there that it is late, and only there', async () => {
    const fields = '{ title: text, due: date }';
    await daybook.publish(DOCUMENT.replace(fields, `${fields}, summary: [due]`));
    for (const path of ['/', `/shop/claims/${late}`]) {
      const shown = await page(boss, path);
      expect(shown.match(/12 days late/g)).toHaveLength(1);
      expect(shown).not.toContain('Overdue');
      expect(await page(staff, path)).not.toMatch(/days late|Overdue/);
    }
  });
});

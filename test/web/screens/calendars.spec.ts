import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { ListCalendarRecords } from '#query-handling/calendar/calendar-records.js';
import { ListCalendarRecordsHandler } from '#query-handling/calendar/list-calendar-records.handler.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded } from '../daybook.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\ntimeZone: Europe/Berlin',
  2: `screens:
  /leave: { calendar: Leave, title: Leave, from: start, until: end, label: who }
  /talks: { calendar: Talk, title: Talks, from: begins, until: ends }
  /bosses: { calendar: Leave, from: start, roles: [boss] }
  /sick: { calendar: Leave, from: start, until: end, label: why, where: "record.why == 'sick'" }`,
  3: `entities:
  Leave:
    plural: Leaves
    fields: { who: text, start: date, end: date, why: text }
  Talk:
    title: "{about}"
    fields: { about: text, begins: dateTime, ends: dateTime }`,
  4: 'lifecycles: { Leave: { states: { asked: { title: Asked }, granted: { title: Granted } }, actions: { grant: { from: asked, to: granted } } } }',
  6: `roles: { boss: {}, clerk: {}, owner: {}, staff: { everyone: true } }
permissions:
  Leave:
    open: [boss]
    read: { boss: true, clerk: true, owner: true, staff: "record.openedBy == user.id" }
    fields:
      end: { read: [boss] }
      why: { read: [boss] }
      start: { read: { boss: true, clerk: true, owner: "record.who == 'Ana'" } }`,
});

let daybook: ReadingApp;
let [boss, clerk, owner, staff] = [] as unknown as SignedInPerson[];

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(DOCUMENT);
  boss = await daybook.person('Bea', 'shop:boss');
  clerk = await daybook.person('Cleo', 'shop:clerk');
  owner = await daybook.person('Ole', 'shop:owner');
  staff = await daybook.person('Sam');
  const leaves = [
    ['Ana', '2026-11-03', '2026-11-05', 'sick'],
    ['<b>Bo</b>', '2026-10-30', '2026-11-02', 'sick'],
    ['Cem', '2026-11-30', '2026-12-24', 'rest'],
    ['Dan', '2026-10-01', '2027-01-31', 'rest'],
    ['Eve', '2026-11-09', '2026-11-01', 'rest'],
    ['Fay', '', '2026-11-10', 'rest'],
    ['Gil', '2026-11-10', '', 'rest'],
  ] as const;
  for (const [who, start, end, why] of leaves) await daybook.open(boss!, 'Leave', { who, start, end, why });
  for (const index of [1, 2, 3, 4, 5])
    await daybook.open(boss!, 'Leave', { who: `H${index}`, start: '2026-11-17', why: 'rest' });
  const talks = [
    ['Late', '2026-11-20T23:30:00Z', '2026-11-21T23:00:00Z'],
    ['Midday', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'],
  ] as const;
  for (const [about, begins, ends] of talks) await daybook.open(boss!, 'Talk', { about, begins, ends });
});

afterAll(() => daybook.close());

const pageOf = async (by: SignedInPerson, path: string) =>
  parse((await daybook.get(by, path).expect(200)).text);

async function daysOf(
  by: SignedInPerson,
  path: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const cells = (await pageOf(by, path)).querySelectorAll('.db-calendar-day');
  const entries = cells.map((cell) => [
    cell.querySelector('.db-calendar-day-name time')!.getAttribute('datetime')!,
    cell.querySelectorAll('.db-entry, .db-calendar-day-more').map((entry) => decoded(entry.text)),
  ]);
  return Object.fromEntries(entries.filter(([, on]) => on!.length > 0)) as Record<string, string[]>;
}

const WITHOUT_STATE = / *, Asked$/;
const plain = (days: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(days).map(([day, on]) => [day, on.map((text) => text.replace(WITHOUT_STATE, ''))]),
  );

describe('given a calendar of days', () => {
  it('when its month is looked at, then each record stands on each of its days, and the weeks around are there', async () => {
    const page = await pageOf(boss!, '/shop/leave?month=2026-11');
    expect(page.querySelectorAll('.db-calendar-day')).toHaveLength(42);
    expect(page.querySelector('.db-calendar-steps h2')!.text).toBe('November 2026');
    const days = plain(await daysOf(boss!, '/shop/leave?month=2026-11'));
    expect(days['2026-10-30']).toEqual(['Dan', '<b>Bo</b>']);
    expect(days['2026-11-02']).toEqual(['Dan', '<b>Bo</b>']);
    expect(days['2026-11-04']).toEqual(['Dan', 'Ana']);
    expect(days['2026-11-09']).toEqual(['Dan', 'Eve']);
    expect(days['2026-11-10']).toEqual(['Dan', 'Gil']);
    expect(days['2026-11-17']).toEqual(['Dan', 'H1', 'H2', '3 more']);
    expect(days['2026-12-06']).toEqual(['Dan', 'Cem']);
  });

  it('when its week is looked at, then all of a day is there', async () => {
    const days = plain(await daysOf(boss!, '/shop/leave?week=2026-11-18'));
    expect(Object.keys(days)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
    expect(days['2026-11-17']).toEqual(['Dan', 'H1', 'H2', 'H3', 'H4', 'H5']);
  });

  it('when nothing is said, then it is the month that it is, and leads on without scripts', async () => {
    const page = await pageOf(boss!, '/shop/leave');
    expect(page.querySelector('.db-calendar-day-today time')!.getAttribute('datetime')).toBe('2026-11-20');
    const next = page.querySelector('a[rel=next]')!.getAttribute('href')!;
    expect(next).toBe('/shop/leave?month=2026-12');
    const after = await pageOf(boss!, next);
    expect(after.querySelector('.db-calendar-steps h2')!.text).toBe('December 2026');
    expect(after.querySelector('a[rel=prev]')!.getAttribute('href')).toBe('/shop/leave?month=2026-11');
    const week = page.querySelectorAll('.db-calendar-steps a').find((link) => link.text.trim() === 'Week')!;
    expect(week.getAttribute('href')).toBe('/shop/leave?week=2026-11-20');
    const record = page.querySelector('.db-entry')!.getAttribute('href')!;
    await daybook.get(boss!, record).expect(200);
  });

  it('when the address says no day, then that is said', async () => {
    for (const query of ['?month=2026-13', '?week=2026-02-30', '?month=<b>', '?week=', '?month=9999-12'])
      expect((await daybook.get(boss!, `/shop/leave${query}`).expect(200)).text).toMatch(
        /is not a (month|week): write/,
      );
    const edge = await pageOf(boss!, '/shop/leave?month=0001-01');
    expect(edge.querySelector('a[rel=prev]')).toBeNull();
  });

  it('when there is nothing, then it says so', async () => {
    const { text } = await daybook.get(boss!, '/shop/leave?month=2031-01').expect(200);
    expect(text).toContain('Nothing in this month.');
    const { text: others } = await daybook.get(staff!, '/shop/leave').expect(200);
    expect(others).toContain('Nothing in this month that you may see.');
  });
});

describe('given a calendar of moments', () => {
  it('when it is looked at, then days are those of the application, and what ends at midnight is over', async () => {
    expect(await daysOf(boss!, '/shop/talks?week=2026-11-20')).toEqual({
      '2026-11-20': ['12:00 Midday'],
      '2026-11-21': ['00:30 Late'],
    });
  });
});

describe('given fields that are hidden', () => {
  it('when the end is, then a record stands on its first day', async () => {
    const days = plain(await daysOf(clerk!, '/shop/leave?month=2026-11'));
    expect(days['2026-11-03']).toEqual(['Ana']);
    expect(days['2026-11-04']).toBeUndefined();
    expect(days['2026-10-30']).toEqual(['<b>Bo</b>']);
    expect(days['2026-11-02']).toBeUndefined();
  });

  it('when the beginning is, in some records, then only the others are there', async () => {
    const days = plain(await daysOf(owner!, '/shop/leave?month=2026-11'));
    expect(days).toEqual({ '2026-11-03': ['Ana'] });
  });

  it('when the label or the condition is, then nothing tells it', async () => {
    expect(await daysOf(clerk!, '/shop/sick?month=2026-11')).toEqual({});
    expect(plain(await daysOf(boss!, '/shop/sick?month=2026-11'))['2026-11-03']).toEqual(['sick']);
  });

  it('when it is for others, then it is refused', async () => {
    expect((await daybook.get(clerk!, '/shop/bosses')).status).toBe(403);
  });
});

describe('given many records', () => {
  it('when a span is asked for, then it is what looking at each comes to, and no more than that is read', async () => {
    const specification = (await daybook.sources.specifications.all())[0]!;
    const entity = specification.specification.entities['Leave']!;
    const calendar = { from: 'start', until: 'end' };
    const viewer = boss!;
    let read = 0;
    const readModels: typeof daybook.sources.readModels = Object.create(daybook.sources.readModels);
    readModels.generation = (name: string) => {
      const generation = daybook.sources.readModels.generation(name);
      const find = async (...asked: Parameters<typeof generation.find>) => {
        const page = await generation.find(...asked);
        read += page.documents.length;
        return page as never;
      };
      return Object.assign(Object.create(generation), { find });
    };
    const all = await daybook.sources.readModels.generation('records').find<{
      readonly id: string;
      readonly fields: Readonly<Record<string, string | null>>;
    }>('shop.Leave', { limit: 200 });
    const day = fc
      .integer({ min: -60, max: 120 })
      .map((from) => new Date(Date.UTC(2026, 10, 1 + from)).toISOString().slice(0, 10));
    await fc.assert(
      fc.asyncProperty(day, day, async (one, other) => {
        const [first, after] = [one, other].toSorted() as [string, string];
        fc.pre(first < after);
        read = 0;
        const { entries } = await new ListCalendarRecordsHandler({ ...daybook.sources, readModels }).execute(
          new ListCalendarRecords(
            { published: specification, entity, viewer, calendar },
            { first, after },
            500,
          ),
        );
        const expected = all.documents.filter(({ fields: { start, end } }) => {
          if (!start) return false;
          const until = end && end >= start ? end : start;
          return start < after && until >= first;
        });
        expect(entries.map(({ record }) => record.id).toSorted()).toEqual(
          expected.map(({ id }) => id).toSorted(),
        );
        expect(read).toBe(expected.length);
      }),
    );
  });
});

describe('given a calendar as programs subscribe to it', () => {
  const feed = async (by: SignedInPerson, path: string) => {
    const answer = await daybook.get(by, `/api/shop/${path}`);
    return { status: answer.status, type: answer.headers['content-type'] as string, text: answer.text };
  };
  /** Unfolds lines (RFC 5545, 3.1). */
  const eventsIn = (text: string) =>
    text
      .replaceAll('\r\n ', '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) =>
        Object.fromEntries(event.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))),
      );

  it('then days are whole days, and the last one is among them', async () => {
    const { status, type, text } = await feed(boss!, 'Leave/calendars/leave');
    expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8']);
    const found = eventsIn(text).find(({ SUMMARY }) => SUMMARY === 'Ana')!;
    expect(found).toMatchObject({ 'DTSTART;VALUE=DATE': '20261103', 'DTEND;VALUE=DATE': '20261106' });
    expect(found['URL;VALUE=URI']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shop\/leaves\/[0-9a-f-]{36}$/);
    expect(text).toContain('SUMMARY:<b>Bo</b>');
    expect(text).not.toContain('SUMMARY:Fay');
  });

  it('then its address is described to whom the calendar is for', async () => {
    const paths = async (by: SignedInPerson) => {
      const { body } = await daybook.get(by, '/api/shop/openapi.json').expect(200);
      return Object.keys((body as { paths: object }).paths).filter((path) => path.includes('/calendars/'));
    };
    const everybodys = ['leave', 'sick'].map((name) => `/api/shop/Leave/calendars/${name}`);
    const talks = '/api/shop/Talk/calendars/talks';
    expect((await paths(clerk!)).toSorted()).toEqual([...everybodys, talks].toSorted());
    expect(await paths(boss!)).toContain('/api/shop/Leave/calendars/bosses');
  });

  it('then moments are moments', async () => {
    const { text } = await feed(boss!, 'Talk/calendars/talks');
    expect(eventsIn(text).find(({ SUMMARY }) => SUMMARY === 'Midday')).toMatchObject({
      DTSTART: '20261120T110000Z',
      DTEND: '20261120T120000Z',
    });
  });

  it('then a moment that has no end, or ends as it begins, is given none', async () => {
    const begins = '2026-11-21T11:00:00Z';
    await daybook.open(boss!, 'Talk', { about: 'no end', begins });
    await daybook.open(boss!, 'Talk', { about: 'no length', begins, ends: begins });
    const { text } = await feed(boss!, 'Talk/calendars/talks');
    const found = eventsIn(text).filter(({ DTSTART, DTEND }) => DTEND === undefined || DTEND <= DTSTART!);
    expect(found.map(({ DTEND }) => DTEND)).toEqual(found.map(() => undefined));
    expect(found).toHaveLength(2);
  });

  it('then nobody finds in it what the pages hide from them', async () => {
    const clerks = eventsIn((await feed(clerk!, 'Leave/calendars/leave')).text);
    expect(clerks.find(({ SUMMARY }) => SUMMARY === 'Ana')).toMatchObject({ 'DTEND;VALUE=DATE': '20261104' });
    expect(
      eventsIn((await feed(owner!, 'Leave/calendars/leave')).text).map(({ SUMMARY }) => SUMMARY),
    ).toEqual(['Ana']);
    expect(eventsIn((await feed(staff!, 'Leave/calendars/leave')).text)).toEqual([]);
    expect((await feed(staff!, 'Leave/calendars/nothing')).status).toBe(404);
    expect((await feed(staff!, 'Talk/calendars/leave')).status).toBe(404);
  });

  it('then what somebody typed stays what it is, and adds no line', async () => {
    await daybook.open(boss!, 'Leave', { who: 'A,b;c\\d\r\nEND:VEVENT', start: '2026-12-01' });
    const { text } = await feed(boss!, 'Leave/calendars/leave');
    const found = eventsIn(text).find(({ SUMMARY }) => SUMMARY?.startsWith('A\\'))!;
    expect(found.SUMMARY).toMatch(/^A\\,b\\;c\\\\d(\\n| )END:VEVENT$/);
    expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(text.match(/^BEGIN:VEVENT\r$/gm)!.length);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'key: costs\nname: Costs\nlocale: de-DE\ntimeZone: Europe/Berlin\ncurrency: EUR',
  2: `screens:
  /costs: { list: Cost, columns: [what, phone, amount, on, at] }
  /spent: { report: Cost, measure: "sum(amount)", by: what }`,
  3: `entities:
  Cost:
    fields: { what: text, phone: text, amount: money, on: date, at: dateTime }`,
});

/** Calendar and digits that Excel does not read. */
const TEHRAN = documentOf({
  1: 'key: tehran\nlocale: fa-IR\ntimeZone: Asia/Tehran',
  2: `screens:
  /visits: { list: Visit, columns: [code, count, rate, on, at] }
  /per-month: { report: Visit, measure: count, over: month, time: on }`,
  3: `entities:
  Visit:
    fields: { code: text, count: integer, rate: { type: decimal, places: 9 }, on: date, at: dateTime }`,
});

describe('a CSV', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.settled();
    const input = {
      what: 'Öl; roh',
      phone: '+49 170 1234',
      amount: '1234.50',
      on: '2026-11-20',
      at: '2026-11-20T10:00:00Z',
    };
    await open('costs', 'Cost', input);
    await daybook.send(new PublishSpecification({ text: TEHRAN, context: system() }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const open = async (application: string, entity: string, input: Readonly<Record<string, string>>) => {
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    await daybook.send(new OpenRecord({ application, entity, id: uuid(), input, context }));
    await daybook.settled();
  };
  const csv = async (path: string) => {
    const { status, body } = await clerk.get(path).responseType('blob');
    expect(status).toBe(200);
    return (body as Buffer)
      .toString('utf8')
      .split('\r\n')[1]
      ?.replace(/^[0-9a-f-]{36}./, '');
  };
  const begin = async (path: string) =>
    ((await clerk.get(path).responseType('blob')).body as Buffer).subarray(0, 3).toString('hex');

  it('for Excel is written with the separators of the application’s language, and with days that Excel reads anywhere', async () => {
    expect(await csv('/costs/costs.csv?csv=excel')).toBe(
      `"Öl; roh";'+49 170 1234;1234,50;2026-11-20;2026-11-20 11:00`,
    );
    expect(await csv('/costs/spent.csv?csv=excel')).toBe('"Öl; roh";1234,50');
    expect(await begin('/costs/costs.csv?csv=excel')).toBe('efbbbf');
    expect(await begin('/costs/spent.csv?csv=excel')).toBe('efbbbf');
  });

  it('for other programs is plain', async () => {
    expect(await csv('/costs/costs.csv')).toBe(
      'Öl; roh,+49 170 1234,1234.50,2026-11-20,2026-11-20T10:00:00.000Z',
    );
    expect(await csv('/costs/spent.csv')).toBe('Öl; roh,1234.50');
    expect(await begin('/costs/costs.csv')).not.toBe('efbbbf');
  });

  it('for Excel has the days of the calendar that Excel counts in, whatever the language', async () => {
    await open('tehran', 'Visit', { code: '01067', on: '2026-11-05', at: '2026-11-05T10:00:00Z' });
    expect(await csv('/tehran/visits.csv?csv=excel')).toBe("'01067,,,2026-11-05,2026-11-05 13:30");
    expect(await csv('/tehran/per-month.csv?csv=excel')).toBe('2026-11-01,1');
  });

  it('for Excel keeps numbers of more than fifteen digits as texts', async () => {
    await open('tehran', 'Visit', { count: '9007199254740991', rate: '-9007199.254740991' });
    expect(await csv('/tehran/visits.csv?csv=excel')).toBe(",'9007199254740991,'-9007199.254740991,,");
  });

  it('for Excel tells moments apart that the clocks show twice', async () => {
    const cells = [];
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T01:30:00.250Z']) {
      await open('costs', 'Cost', { what: 'x', at });
      cells.push((await csv('/costs/costs.csv?csv=excel'))?.split(';').at(-1));
    }
    expect(cells).toEqual(['2026-10-25 02:30', '2026-10-25 02:30:00+01:00', '2026-10-25 02:30:00.25+01:00']);
  });

  it('for Excel is offered beside the plain one', async () => {
    for (const path of ['costs', 'spent'])
      expect((await clerk.get(`/costs/${path}`)).text).toContain(`href="/costs/${path}.csv?csv=excel"`);
  });
});

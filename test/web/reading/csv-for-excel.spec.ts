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

describe('a CSV', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.settled();
    const input = {
      ...{ what: 'Öl; roh', phone: '+49 170 1234', amount: '1234.50' },
      ...{ on: '2026-11-20', at: '2026-11-20T10:00:00Z' },
    };
    const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
    await daybook.send(new OpenRecord({ application: 'costs', entity: 'Cost', id: uuid(), input, context }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

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

  it('for Excel is written as the language of the application writes numbers and days', async () => {
    expect(await csv('/costs/costs.csv?csv=excel')).toBe(
      `"Öl; roh";'+49 170 1234;1234,50;20.11.2026;20.11.2026 11:00:00`,
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

  it('for Excel is offered beside the plain one', async () => {
    for (const path of ['costs', 'spent'])
      expect((await clerk.get(`/costs/${path}`)).text).toContain(`href="/costs/${path}.csv?csv=excel"`);
  });
});

// A version renames a field while processes are killed and several work: each record migrates exactly once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { SpecificationUpgrades } from '#command-handling/specifications/specification-upgrades.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { addressOf, daybook, done, newFolder, remove, start } from '../cli/daybook-command.js';
import { ORDERS, PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';
import { holdReadModels } from './ledger.js';
import { NOTES } from './notes.js';
import { statementsThatKill } from './statements-that-kill.js';
import { openWorkplace, type Workplace } from './workplace.js';

interface Printed {
  readonly stream: string;
  readonly data: { readonly from: number; readonly to: number; readonly fields: object };
}

const APPENDS = 'INSERT INTO event (';
const MIGRATED = 'record.migrated';
const RECORDS = 260;

async function open({ send }: Daybook, application: string, entity: string, count: number): Promise<void> {
  for (let each = 0; each < count; each++)
    await send(
      new OpenRecord({
        application,
        entity,
        id: crypto.randomUUID(),
        input: { title: `Number ${each}` },
        context: { ...system(), actor: PEOPLE.clerk.id },
      }),
    );
}

describe('records that come under a new version while its processes are killed', () => {
  const folder = newFolder();
  const data = join(folder, 'data');
  const dieAt = statementsThatKill(folder);
  const next = join(folder, 'next.md');

  const migrated = async () =>
    (await done(['events', '--json', '--type', MIGRATED], { data }))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Printed);

  beforeAll(async () => {
    const whole = await startDaybook({ folder: data });
    await whole.send(new PublishSpecification({ text: NOTES, context: system() }));
    await open(whole, 'notes', 'Note', RECORDS);
    await whole.close();
    writeFileSync(next, NOTES.replace('      text: { type: text,', '      body: { was: text, type: text,'));
  });
  afterAll(() => remove(folder));

  it('follow exactly once, whoever goes on, also where two processes do at once', async () => {
    const published = await daybook(['publish', next], { data, environment: dieAt(APPENDS, MIGRATED, 130) });
    expect(published.signal).toBe('SIGKILL');
    const atFirst = (await migrated()).length;

    const alone = start(['serve', '--port', '0', '--no-demo'], {
      data,
      environment: dieAt(APPENDS, MIGRATED, 115),
    });
    expect((await alone.ended).signal).toBe('SIGKILL');
    const then = (await migrated()).length;
    expect(atFirst).toBeGreaterThan(0);
    expect((await daybook(['status'], { data })).out).toMatch(
      new RegExp(`notes: \\d+ of ${RECORDS} records are still being moved to version 2\\.`),
    );
    expect(then).toBeGreaterThan(atFirst);
    expect(then).toBeLessThan(RECORDS);

    const serving = [1, 2].map(() => start(['serve', '--port', '0', '--no-demo'], { data }));
    await Promise.all(serving.map(addressOf));
    while ((await migrated()).length < RECORDS) await wait(200);
    for (const { process } of serving) process.kill('SIGTERM');
    await Promise.all(serving.map(async ({ ended }) => ended));

    expect(await done(['status'], { data })).not.toContain('being moved');
    const all = await migrated();
    expect(new Set(all.map(({ stream }) => stream)).size).toBe(RECORDS);
    expect(all).toHaveLength(RECORDS);
    for (const each of all) expect(each.data).toEqual({ from: 1, to: 2, fields: { text: { to: 'body' } } });
    const report = JSON.parse(await done(['replay', '--dry-run', '--json'], { data })) as {
      comparison?: { different: number };
    }[];
    expect(report.map(({ comparison }) => comparison?.different)).toEqual(allProjections.map(() => 0));
  });
});

describe('records that come under a new version at two processes, over servers, while people work on them', () => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace();
  }, 60_000);
  afterAll(async () => place.close(), 60_000);

  it('follow exactly once, before the first thing that is done with them', async () => {
    const [one, other] = place.daybooks as [Daybook, Daybook];
    const { store } = one.installation;
    await open(one, 'orders', 'Order', 40);
    await Promise.all(place.daybooks.map(async ({ settled }) => settled()));
    const renamed = ORDERS.replace('      notes: { type: text,', '      remarks: { was: notes, type: text,');
    const { events } = await store.read('specification-orders');
    const id = crypto.randomUUID();
    const metadata = { ...events[0]!.metadata, commandId: id };
    const published = { key: 'orders', name: 'Orders', version: 2, text: renamed, asked: await store.head() };
    await store.append(
      'specification-orders',
      [{ id, type: 'specification.published', data: published, metadata }],
      events.length,
    );
    await Promise.all(place.daybooks.map(async ({ settled }) => settled()));

    const { body } = await place.clerks[0]!.get('/api/orders/Order?limit=100');
    const ids = (body as { items: { id: string }[] }).items.map(({ id: each }) => each);
    expect(ids).toHaveLength(40);
    const comment = async (order: string, at: number) =>
      place.clerks[at % 2]!.post(`/api/orders/Order/${order}/comments`).send({ text: 'Here' });
    const bringUnder = async ({ app, installation }: Daybook) =>
      app
        .get(SpecificationUpgrades)
        .migrateRecordsAndPeople((await installation.specifications.current('orders'))!);
    const [, , ...comments] = await Promise.all([bringUnder(one), bringUnder(other), ...ids.map(comment)]);
    expect(comments.map(({ status }) => status)).toEqual(ids.map(() => 201));

    for (const each of ids) {
      const types = (await store.read(`orders.Order-${each}`)).events.map(({ type }) => type);
      expect(types).toEqual(['record.opened', MIGRATED, 'record.commented']);
    }
    await Promise.all(place.daybooks.map(async ({ settled }) => settled()));
    await holdReadModels(one, other);
  }, 120_000);
});

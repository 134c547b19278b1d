// Counts and sums of lists are cached: they have to equal a fresh count after every change, for every viewer.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ExportRecords } from '#query-handling/lists/export-records.js';
import { ExportRecordsHandler } from '#query-handling/lists/export-records.handler.js';
import type { FieldFilter } from '#query-handling/lists/list-query.js';
import { listRecords } from '#query-handling/lists/list-records.js';
import { documentOf } from '#test/specification/documents.js';
import { numRuns } from '../../property-runs.js';
import { APPLICATION, readingApp, type ReadingApp } from '../reading/reading-app.js';

let daybook: ReadingApp;
let people: readonly SignedInPerson[];

beforeAll(async () => {
  daybook = await readingApp(() => '2026-11-20T10:00:00.000Z');
  await daybook.publish(
    documentOf({
      1: 'key: shop',
      2: 'screens: { /things: { list: Thing, columns: [name, price, margin, owner] } }',
      3: 'entities: { Thing: { title: "{name}", fields: { name: text, price: money, margin: money, owner: { type: user, default: user } } } }',
      4: 'lifecycles: { Thing: { states: { new: New, old: { title: Old, final: true } }, actions: { age: { from: new, to: old } } } }',
      6: 'roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }\npermissions: { Thing: { open: [staff], read: { staff: "record.owner == user.id", boss: true }, edit: [staff], fields: { margin: { read: [boss] } } } }',
    }),
  );
  people = [await daybook.person('Ana'), await daybook.person('Ben'), await daybook.person('Bo', 'boss')];
});

afterAll(() => daybook.close());

const FILTERS: readonly (readonly FieldFilter[])[] = [
  [],
  [{ field: 'state', among: ['new'] }],
  [{ field: 'price', from: 300 }],
];
const SORT = { field: 'openedAt', descending: true };

async function questionOf(viewer: SignedInPerson) {
  const published = (await daybook.sources.specifications.current(APPLICATION))!;
  return { published, entity: published.specification.entities['Thing']!, viewer };
}

async function countList(viewer: SignedInPerson, filters: readonly FieldFilter[]) {
  const query = { filters, search: '', sort: SORT, limit: 2, sumOf: ['price', 'margin'] };
  const { count, sums } = await listRecords(daybook.sources, await questionOf(viewer), query, new Set());
  return { count: count.count, sums: Object.fromEntries(sums!.amounts) };
}

async function countAfresh(viewer: SignedInPerson, filters: readonly FieldFilter[]) {
  const query = new ExportRecords(await questionOf(viewer), { filters, search: '', sort: SORT }, new Set());
  const { pages } = await new ExportRecordsHandler(daybook.sources).execute(query);
  const sums: Record<string, bigint> = {};
  let count = 0;
  for await (const { records } of pages)
    for (const { fields } of records) {
      count += 1;
      for (const key of ['price', 'margin'])
        if (typeof fields[key] === 'number') sums[key] = (sums[key] ?? 0n) + BigInt(fields[key]);
    }
  return { count, sums };
}

const person = fc.integer({ min: 0, max: 2 });
const amount = fc.integer({ min: 0, max: 9 }).map(String);
const change = fc.oneof(
  fc.record({ type: fc.constant('open' as const), by: person, price: amount, margin: amount }),
  fc.record({ type: fc.constant('change' as const), of: fc.nat(), by: person, price: amount }),
  fc.record({ type: fc.constant('age' as const), of: fc.nat(), by: person }),
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const opened: { readonly id: string; readonly owner: SignedInPerson; isOld?: boolean }[] = [];

async function apply(each: Change): Promise<void> {
  if (each.type === 'open') {
    const owner = people[each.by]!;
    const input = { name: 'Thing', price: each.price, margin: each.margin };
    opened.push({ id: await daybook.open(owner, 'Thing', input), owner });
    return;
  }
  const record = opened[each.of % opened.length];
  if (!record || record.isOld) return;
  if (each.type === 'change') await daybook.change(record.owner, 'Thing', record.id, { price: each.price });
  else {
    await daybook.act(record.owner, 'Thing', record.id, 'age');
    record.isOld = true;
  }
}

it('the count and the sums of a list equal a fresh count after any changes, for every viewer and filter', async () => {
  const assertAllEqual = async () => {
    for (const viewer of people)
      for (const filters of FILTERS)
        expect(await countList(viewer, filters)).toEqual(await countAfresh(viewer, filters));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      await assertAllEqual();
      for (const each of changes) {
        await apply(each);
        await assertAllEqual();
      }
    }),
    { numRuns: numRuns(30) },
  );
});

it('given a field that staff may not read, when only it changes, then the answers to staff stay the same', async () => {
  const [ana, , bo] = people as [SignedInPerson, SignedInPerson, SignedInPerson];
  const id = await daybook.open(ana, 'Thing', { name: 'Secret', price: '1' });
  const [before, beforeBoss] = [await countList(ana, []), await countList(bo, [])];
  await daybook.change(bo, 'Thing', id, { margin: '5' });
  expect(await countList(ana, [])).toEqual(before);
  expect(before.sums).not.toHaveProperty('margin');
  expect((await countList(bo, [])).sums['margin']).toBe((beforeBoss.sums['margin'] ?? 0n) + 500n);
});

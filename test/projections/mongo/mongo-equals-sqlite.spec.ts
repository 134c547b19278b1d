// The same log yields the same documents, pages and counts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { BatchFold } from '#projections/projector/batch-fold.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Filter, Query } from '#projections/port/query.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { RunningEngine } from '#test/engines/test-engines.js';
import { randomLog, recorded } from '../random-log.js';
import { shapeOf } from '../test-shapes.js';
import { databaseOf, dropDatabase } from '#test/engines/mongodb/drop-database.js';
import { readModelEngines } from '#test/engines/test-engines.js';
import { numRuns } from '../../property-runs.js';

const PATHS = [
  ...['id', 'position', 'state', 'changedAt', 'openedBy', 'fields.title', 'sort.title', 'title', 'assignee'],
  ...['type', 'actor', 'record', 'data', 'data.changes.title.to', 'name', 'roles', 'metadata.actor'],
];
const TEXTS = ['', 'a', 'n', 'req', '...', 'draft'];

const query = fc.record({
  sort: fc.option(fc.record({ path: fc.constantFrom(...PATHS), descending: fc.boolean() }), {
    nil: undefined,
  }),
  limit: fc.integer({ min: 1, max: 7 }),
  filter: fc.oneof(
    fc.constant({}),
    fc.constantFrom(...TEXTS).map(($text) => ({ $text })),
    fc.constantFrom(...PATHS).map((path) => ({ [path]: null })),
    fc.constantFrom(...PATHS).map((path) => ({ [path]: { $gte: 'b' } })),
    fc.constantFrom(...PATHS).map((path) => ({ [path]: { $ne: 'draft' } })),
    fc.constantFrom(...PATHS).map((path) => ({ [path]: { $prefix: 'r' } })),
  ) as fc.Arbitrary<Filter>,
});

describe.each(readModelEngines())('SQLite and $name', ({ start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-engines-alike-'));
  const database = 'daybook-test-alike';
  let engine: RunningEngine;
  let sqlite: ReadModels;
  let mongo: ReadModels;

  beforeAll(async () => {
    engine = await start();
    sqlite = openSqliteReadModels(folder);
    mongo = await openMongoReadModels(databaseOf(engine.url, database));
  });
  afterAll(async () => {
    for (const each of [sqlite, mongo]) await each.close();
    await dropDatabase(engine.url, database);
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  it('answer every question alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLog,
        fc.array(query, { minLength: 3, maxLength: 6 }),
        fc.nat(5),
        async (steps, queries, size) => {
          const events = recorded(steps);
          for (const projection of allProjections) {
            const one = await folded(sqlite, projection, events, size + 1);
            const other = await folded(mongo, projection, events, size + 1);
            const collections = await one.collections();
            expect(await other.collections()).toEqual(collections);
            for (const collection of collections) {
              expect(await lines(other, collection)).toBe(await lines(one, collection));
              for (const each of queries) await alike(one, other, collection, each);
            }
            expect(await other.checkpoint()).toBe(await one.checkpoint());
            for (const [readModels, generation] of [
              [sqlite, one],
              [mongo, other],
            ] as const) {
              await generation.close();
              await readModels.drop(projection.name, generation.number);
            }
          }
        },
      ),
      { numRuns: numRuns(12) },
    );
  }, 120_000);

  async function folded(
    readModels: ReadModels,
    projection: (typeof allProjections)[number],
    events: Parameters<BatchFold['take']>[0],
    size: number,
  ): Promise<Generation> {
    const { number } = await readModels.create(projection.name, 1);
    const generation = await readModels.open(projection.name, number, () => shapeOf(projection.name));
    const folding = new BatchFold({ projection, generation, isSkipped: () => false, remembered: 3 });
    for (let at = 0; at < events.length; at += size * 3) {
      await folding.take(events.slice(at, at + size * 3));
      await folding.store();
    }
    return generation;
  }

  async function lines(generation: Generation, collection: string): Promise<string> {
    const all: string[] = [];
    for await (const block of generation.blocks(collection)) all.push(block.lines);
    return all.join('\n');
  }

  async function alike(one: Generation, other: Generation, collection: string, { filter, ...rest }: Query) {
    for (let cursor: string | undefined; ;) {
      const page = await one.find(collection, { ...rest, filter, cursor });
      expect(await other.find(collection, { ...rest, filter, cursor })).toEqual(page);
      if ((cursor = page.next) === undefined) break;
    }
    expect(await other.count(collection, filter)).toEqual(await one.count(collection, filter));
    const path = rest.sort?.path ?? 'state';
    const counts = await one.countBy(collection, path, filter);
    expect([...(await other.countBy(collection, path, filter))]).toEqual([...counts]);
    const aggregation = { filter, by: [{ path }], of: ['position'], limit: 5 };
    const groups = await one.aggregate(collection, aggregation);
    expect(await other.aggregate(collection, aggregation)).toEqual(groups);
  }
});

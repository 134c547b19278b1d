import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJsonPage } from '#projections/engines/sqlite/find-json-page.js';
import { openGenerationFile } from '#projections/engines/sqlite/generation-file.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { Filter, CollectionIndexes } from '#projections/port/query.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';

const shape: CollectionIndexes = {
  indexes: [['record'], ['state'], ['amount']],
  text: [],
};

interface Thing {
  readonly id: string;
  readonly position: number;
  readonly record: string;
  readonly state: string;
  readonly batch: string;
  readonly amount: number;
}

/** Ten of each record, sixty of each batch; nine of ten approved, one in a thousand lost. */
const thing = (n: number): Thing => ({
  id: String(n).padStart(6, '0'),
  position: n,
  record: `r${Math.floor(n / 10)}`,
  state: n % 1000 === 0 ? 'lost' : n % 10 === 0 ? 'draft' : 'approved',
  batch: `b${Math.floor(n / 60)}`,
  amount: (n * 7919) % 10_007,
});

describe('ways to find documents', () => {
  let folder: string;
  let readModels: ReadModels;
  let generation: Generation;
  const asked: string[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-ways-'));
    readModels = openSqliteReadModels(folder);
  });

  afterEach(async () => {
    await generation.close();
    await readModels.close();
    rmSync(folder, { recursive: true });
  });

  async function filled(bulk: boolean, shapeAtFirst = shape): Promise<void> {
    const { number } = await readModels.create('things', 1);
    generation = await readModels.open('things', number, () => shapeAtFirst, { bulk });
    for (let first = 0; first < 6000; first += 500) {
      const things = Array.from({ length: 500 }, (_, index) => thing(first + index + 1));
      await generation.write(
        things.map((document) => ({ collection: 'a.B', id: document.id, document })),
        first + 500,
      );
    }
    if (bulk) await generation.reshape();
  }

  /** SQLite's plan for a condition. */
  function plan(condition: string): string {
    return stepsOf(`SELECT id FROM c1 WHERE ${condition}`).join('; ');
  }

  function stepsOf(sql: string): readonly string[] {
    const file = openGenerationFile(join(folder, 'things.1.sqlite'), { bulk: false });
    try {
      const steps = file.statement(`EXPLAIN QUERY PLAN ${sql}`).all();
      return steps.map((step) => (step as { detail: string }).detail);
    } finally {
      file.close();
    }
  }

  it.each([
    ['in bulk', true],
    ['as it grows', false],
  ])('take the index that leaves the fewest, filled %s', async (_, bulk) => {
    await filled(bulk);

    expect(plan(`"key:record" = 'r7' AND "key:state" = 'approved'`)).toContain('c1:record');
    expect(plan(`"key:state" = 'approved' AND "key:record" = 'r7'`)).toContain('c1:record');
  });

  it('take it also where another index has come since, of which nothing was known', async () => {
    const earlier: CollectionIndexes = { indexes: [['batch']], text: [] };
    await filled(true, earlier);
    await generation.close();

    const later: CollectionIndexes = { indexes: [['batch'], ['state']], text: [] };
    generation = await readModels.open('things', 1, () => later);
    await generation.reshape();

    expect(plan(`"key:batch" = 'b7' AND "key:state" = 'approved'`)).toContain('c1:batch');
    expect(plan(`"key:state" = 'approved' AND "key:batch" = 'b7'`)).toContain('c1:batch');
  });

  /** With its statement. */
  function page(filter: Filter) {
    const file = openGenerationFile(join(folder, 'things.1.sqlite'), { bulk: false });
    asked.length = 0;
    try {
      const statements = (sql: string) => {
        asked.push(sql);
        return file.statement(sql);
      };
      const query = { filter, sort: { path: 'amount', descending: true }, limit: 20 };
      const { lines } = findJsonPage(statements, file.readTables().get('a.B')!, query);
      const documents = lines.map((line) => JSON.parse(line) as Thing);
      return { documents, statement: asked.findLast((sql) => sql.startsWith('SELECT id'))! };
    } finally {
      file.close();
    }
  }

  const inOrder = (state: string) =>
    Array.from({ length: 6000 }, (_, n) => thing(n + 1))
      .filter((each) => each.state === state)
      .sort((a, b) => b.amount - a.amount)
      .slice(0, 20);

  it('walk along the order where most match, and sort where few do', async () => {
    await filled(true);

    const many = page({ state: 'approved' });
    const few = page({ state: 'lost' });

    expect(many.statement).toContain('+"key:state"');
    expect(few.statement).not.toContain('+"key:state"');
    expect(many.documents).toEqual(inOrder('approved'));
    expect(few.documents).toEqual(inOrder('lost'));
  });

  it('read no document that a search does not find, where nothing else has an index', async () => {
    await filled(true, { ...shape, text: ['state'] });

    const { documents } = page({ $and: [{ $text: 'lost' }, { batch: 'b50' }] });

    expect(documents.map(({ id }) => id)).toEqual(['003000']);
    expect(asked.filter((sql) => sql.startsWith('SELECT')).flatMap(stepsOf)).not.toContainEqual(
      expect.stringMatching(/^SCAN c1/),
    );
  });

  it('take the index that leaves the fewest also behind an id', async () => {
    await filled(true);
    const records = Array.from({ length: 20 }, (_, n) => `r${n * 7}`);
    const { documents, statement } = page({
      $and: [
        { id: { $gt: '0' }, record: { $in: records } },
        { state: { $in: ['approved', 'lost', 'draft', 'new', 'old'] } },
      ],
    });

    expect(documents).toHaveLength(20);
    expect(plan(statement.replace(/^.*? WHERE /s, '').replace(/ ORDER BY.*$/s, ''))).toContain('c1:record');
  });
});

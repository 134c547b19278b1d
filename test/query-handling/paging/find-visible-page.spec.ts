import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Generation } from '#projections/port/generation.js';
import { BadCursor } from '#projections/port/read-model-errors.js';
import { openDocuments } from '#projections/port/projection.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { createCursorSeal } from '#query-handling/paging/cursor-seal.js';
import { scanCount, scanPage } from '#query-handling/paging/find-visible-page.js';
import { numRuns } from '#test/property-runs.js';

interface Doc {
  readonly id: string;
  readonly position: number;
  readonly rank: number;
  readonly secret: string;
}

const COUNT = 700;
const DOCS: readonly Doc[] = Array.from({ length: COUNT }, (_, index) => ({
  id: String(index).padStart(4, '0'),
  position: index + 1,
  rank: (index * 37) % 50,
  secret: `secret-${index}`,
}));

const seal = createCursorSeal('a secret of this test');
const folder = mkdtempSync(join(tmpdir(), 'daybook-page-'));
const readModels = openSqliteReadModels(folder);
let generation: Generation;
const source = () => openDocuments<Doc>({ generation: () => generation }, 'things', 'docs');

beforeAll(async () => {
  const { number } = await readModels.create('records', 1);
  generation = await readModels.open('records', number, () => ({ indexes: [['rank']], text: [] }));
  await generation.write(
    DOCS.map((document) => ({ collection: 'docs', id: document.id, document })),
    COUNT,
  );
});

afterAll(async () => {
  await generation.close();
  await readModels.close();
  rmSync(folder, { recursive: true });
});

/** Documents of which this person sees every `every`th. */
const seesEvery = (every: number) => async (documents: readonly Doc[]) =>
  documents.map((doc) => (Number(doc.id) % every === 0 ? doc.id : undefined));

function expected(every: number, descending: boolean): string[] {
  const sorted = [...DOCS].sort((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1));
  const all = sorted.filter(({ id }) => Number(id) % every === 0).map(({ id }) => id);
  return descending ? all.reverse() : all;
}

describe('pages of what only some may see', () => {
  it('are full, leave nothing out, show nothing twice, and lead back the way they came', async () => {
    const cases = fc.record({
      every: fc.integer({ min: 1, max: 400 }),
      limit: fc.integer({ min: 1, max: 90 }),
      descending: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ every, limit, descending }) => {
        const sort = { path: 'rank', descending };
        const pages: (readonly string[])[] = [];
        let cursor: string | undefined;
        let back: string | undefined;
        do {
          const page = await scanPage(source(), { sort, cursor, limit }, seesEvery(every), seal);
          pages.push(page.items);
          expect(page.previous === undefined).toBe(cursor === undefined);
          cursor = page.next;
          back = page.previous;
        } while (cursor !== undefined);
        const all = expected(every, descending);
        expect(pages.flat()).toEqual(all);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
        for (const before of pages.slice(0, -1).reverse()) {
          const page = await scanPage(
            source(),
            { sort, cursor: back, backwards: true, limit },
            seesEvery(every),
            seal,
          );
          expect(page.items).toEqual(before);
          back = page.previous;
        }
        expect(back).toBeUndefined();
      }),
      { numRuns: numRuns(25) },
    );
  });

  it('stop after looking at enough, and lead on from there without telling what was looked at', async () => {
    const first = await scanPage(
      source(),
      { sort: { path: 'secret' }, limit: 5 },
      async (docs: readonly Doc[]) => docs.map(() => undefined),
      seal,
      400,
    );
    expect(first.items).toEqual([]);
    expect(Buffer.from(first.next!.slice(1), 'base64url').toString('latin1')).not.toContain('secret-');
    const last = DOCS.map(({ secret, id }) => ({ secret, id })).sort((a, b) =>
      a.secret < b.secret ? -1 : 1,
    );
    const second = await scanPage(
      source(),
      { sort: { path: 'secret' }, cursor: first.next, limit: 3 },
      async (docs: readonly Doc[]) => docs.map(({ id }) => id),
      seal,
    );
    expect(second.items).toEqual(last.slice(400, 403).map(({ id }) => id));
  });

  it('refuse a cursor that was closed elsewhere', async () => {
    const foreign = createCursorSeal('another secret').close('x');
    await expect(scanPage(source(), { cursor: foreign, limit: 3 }, seesEvery(1), seal)).rejects.toThrow(
      BadCursor,
    );
  });

  it('are counted as far as they are looked at', async () => {
    expect(await scanCount(source(), {}, seesEvery(7))).toEqual({ count: 100, more: false });
    expect(await scanCount(source(), {}, seesEvery(1), 400)).toEqual({ count: 400, more: true });
  });
});

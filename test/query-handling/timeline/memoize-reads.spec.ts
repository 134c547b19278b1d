// Laws of looking up once: every answer is what the read model says, and nothing is asked twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openDocuments } from '#projections/port/projection.js';
import type { Generation } from '#projections/port/generation.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { memoizeRecordReads } from '#query-handling/timeline/memoize-reads.js';

interface Doc {
  readonly id: string;
  readonly position: number;
}

const DOCS: readonly Doc[] = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, position: index + 1 }));
const folder = mkdtempSync(join(tmpdir(), 'daybook-once-'));
const readModels = openSqliteReadModels(folder);
let generation: Generation;
const asked: string[] = [];

/** What it is asked for by id is written down. */
function counted(): Generation {
  const note = (ids: readonly unknown[] | undefined) => asked.push(...(ids ?? []).map(String));
  return {
    ...generation,
    get: (collection, id) => (note([id]), generation.get(collection, id)),
    find(collection, query) {
      const { id } = (query.filter ?? {}) as { readonly id?: { readonly $in?: readonly unknown[] } };
      note(id?.$in);
      return generation.find(collection, query);
    },
  };
}

function once(projection = recordsProjection.name) {
  asked.length = 0;
  const one = counted();
  const { readModels } = memoizeRecordReads({ readModels: { generation: () => one } });
  return openDocuments<Doc>(readModels, projection, 'docs');
}

beforeAll(async () => {
  const { number } = await readModels.create(recordsProjection.name, 1);
  generation = await readModels.open(recordsProjection.name, number, () => ({ indexes: [], text: [] }));
  await generation.write(
    DOCS.map((document) => ({ collection: 'docs', id: document.id, document })),
    DOCS.length,
  );
});

afterAll(async () => {
  await generation.close();
  await readModels.close();
  rmSync(folder, { recursive: true });
});

it('given any questions by id, when they are asked one after the other, then each is answered as without it, and no id is looked up twice', async () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'nothing', '__proto__');
  const questions = fc.array(fc.oneof(id, fc.array(id, { maxLength: 4 })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(questions, async (all) => {
      const plain = openDocuments<Doc>({ generation: () => generation }, recordsProjection.name, 'docs');
      const documents = once();
      for (const ids of all) {
        if (typeof ids === 'string') expect(await documents.get(ids)).toEqual(await plain.get(ids));
        else expect(await documents.byIds(ids)).toEqual(await plain.byIds(ids));
      }
      expect(asked).toHaveLength(new Set(asked).size);
    }),
    { numRuns: 50 },
  );
});

it('given an id was looked up, when more is asked than ids, then the read model answers', async () => {
  const documents = once();
  await documents.byIds(['a', 'b']);
  expect(await documents.byIds(['a', 'b'], { position: 2 })).toEqual([DOCS[1]]);
  const descending = {
    filter: { id: { $in: ['a', 'b'] } },
    sort: { path: 'id', descending: true },
    limit: 2,
  };
  expect((await documents.find(descending)).documents).toEqual([DOCS[1], DOCS[0]]);
  const first = await documents.find({ filter: { id: { $in: ['a', 'b'] } }, limit: 1 });
  expect(first.documents).toEqual([DOCS[0]]);
  expect(first.next).toBeDefined();
});

it('given another read model, when it is asked twice, then it answers twice: it may have changed', async () => {
  const documents = once('people');
  await documents.get('a');
  await documents.get('a');
  expect(asked).toEqual(['a', 'a']);
});

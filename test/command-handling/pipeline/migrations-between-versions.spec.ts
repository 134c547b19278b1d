import { describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { VersionMigrations } from '#command-handling/pipeline/version-migrations.js';
import { streams } from '#domain/stream-names.js';
import { documentOf } from '#test/specification/documents.js';
import { writing } from '../writing.js';

const KEY = 'cases';
const VERSIONS = 12;

/** Each version renames the same field. */
const documentAt = (version: number) =>
  documentOf({
    1: `key: ${KEY}`,
    3: `entities:\n  Case:\n    fields:\n      f${version}: { type: text${version > 1 ? `, was: f${version - 1}` : ''} }`,
  });

const published = (version: number) => ({
  id: uuid(),
  type: 'specification.published' as const,
  data: { key: KEY, version, text: documentAt(version) },
  metadata: {
    actor: 'system',
    recordedAt: '2026-11-20T10:00:00.000Z',
    commandId: uuid(),
    correlationId: uuid(),
  },
});

describe('what versions call otherwise', () => {
  it('is found from every version to the newest by reading the documents once', async () => {
    const { store } = writing();
    const numbers = Array.from({ length: VERSIONS }, (_, index) => index + 1);
    await store.append(streams.specification(KEY), numbers.map(published), 0);
    let reads = 0;
    const migrations = new VersionMigrations({
      read: async (stream, from, until) => {
        reads += 1;
        return store.read(stream, from, until);
      },
    });
    const all = await Promise.all(
      numbers.map(async (from) => migrations.findEntityMigration(KEY, 'Case', from, VERSIONS)),
    );
    expect(all.map(({ fields }) => fields)).toEqual(
      numbers.map((from) => (from < VERSIONS ? { [`f${from}`]: { to: `f${VERSIONS}` } } : {})),
    );
    expect(reads).toBe(1);
    await store.append(streams.specification(KEY), [published(VERSIONS + 1)], VERSIONS);
    expect((await migrations.findEntityMigration(KEY, 'Case', 1, VERSIONS + 1)).fields).toEqual({
      f1: { to: `f${VERSIONS + 1}` },
    });
    expect((await migrations.findEntityMigration(KEY, 'Case', 1, 3)).fields).toEqual({ f1: { to: 'f3' } });
  });
});

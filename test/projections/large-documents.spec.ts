// Writes, prefetches, caches and comparisons are bounded by bytes. Counted, so that no test needs the memory of a mistake; see docs/measurements.md for whole replays.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allProjections } from '#projections/all-projections.js';
import { MAX_BLOCK_CHARACTERS, groupIntoBlocks } from '#projections/port/group-into-blocks.js';
import { DocumentPrefetcher } from '#projections/projector/document-prefetcher.js';
import { MAX_BATCH_BYTES, estimateBytes } from '#projections/projector/batch-size.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { replay } from '#projections/replay/replay.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';
import { numRuns } from '#test/property-runs.js';

const MEGABYTE = 1024 * 1024;
const TEXT = 'x'.repeat(MEGABYTE);
const RECORDS = 12;

const isOneMoreAtMost = (bytes: number) => expect(bytes).toBeLessThan(MAX_BATCH_BYTES + 1.1 * MEGABYTE);

describe('records of a megabyte', () => {
  let here: Installation;
  let writes: number[];
  let blocks: number[];

  beforeEach(async () => {
    here = makeInstallation();
    writes = [];
    blocks = [];
    const stream = (at: number) =>
      `purchasing.Request-01890000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    for (let at = 0; at < RECORDS; at++)
      await here.append(stream(at), newEvent('record.opened', opened({ fields: { note: TEXT } })));
    // Small events that change large documents.
    for (let at = 0; at < RECORDS; at++)
      await here.append(stream(at), newEvent('record.commented', { text: 'x' }));
  });
  afterEach(() => here.end());

  const weighing = (generation: Generation): Generation => ({
    ...generation,
    get number() {
      return generation.number;
    },
    async write(all, checkpoint, last) {
      writes.push(all.reduce((sum, { document }) => sum + (document ? estimateBytes(document) : 0), 0));
      await generation.write(all, checkpoint, last);
    },
    async *blocks(collection) {
      for await (const block of generation.blocks(collection)) {
        blocks.push(block.lines.length);
        yield block;
      }
    },
  });
  const weighed = (): ReadModels => ({
    ...here.readModels,
    open: async (...asked) => weighing(await here.readModels.open(...asked)),
  });

  it('are stored, and compared, a few at a time, live and in a replay', async () => {
    const running = await here.start({ readModels: weighed() });
    expect(await running.waitFor(await here.store.head(), 60_000)).toBe(true);
    await running.stop();
    const live = writes.length;
    expect(Math.max(...writes)).toBeGreaterThan(MEGABYTE);

    const parts = { store: here.store, readModels: weighed(), projections: allProjections, shapeOf };
    for (const each of await replay(parts))
      expect(each).toMatchObject({ outcome: 'activated', comparison: { different: 0 } });

    expect(writes.length).toBeGreaterThan(live);
    for (const bytes of writes) isOneMoreAtMost(bytes);
    expect(blocks.length).toBeGreaterThan(2);
    for (const bytes of blocks) isOneMoreAtMost(bytes);
  }, 120_000);
});

describe('documents that are read ahead', () => {
  const target = (at: number) => ({ collection: 'notes', id: `n${at}` });
  const targets = (from: number, count: number) =>
    new Map(Array.from({ length: count }, (_, at) => [`n${from + at}`, target(from + at)] as const));

  it('are as many as weigh 8 MB, once the first few have told how large they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), async (kilobytes) => {
        const document = { id: 'n', position: 1, text: 'x'.repeat(kilobytes * 1024) };
        const ahead = new DocumentPrefetcher({ get: async <Doc>() => document as Doc }, 10_000);
        await ahead.read(targets(0, 3));
        const together = ahead.nextBatchSize() * estimateBytes(document);
        expect(together).toBeLessThanOrEqual(MAX_BATCH_BYTES);
        expect(ahead.nextBatchSize()).toBeGreaterThan(0);
      }),
      { numRuns: numRuns(50) },
    );
  });

  it('are remembered up to 16 MB, however many may be', async () => {
    let asked = 0;
    const document = { id: 'n', position: 1, text: 'x'.repeat(MEGABYTE) };
    const get = async <Doc>() => (asked++, document as Doc);
    const ahead = new DocumentPrefetcher({ get }, 10_000);
    for (let at = 0; at < 40; at++) ahead.remember(`n${at}`, { document, weight: estimateBytes(document) });
    await ahead.read(targets(0, 40));
    expect(40 - asked).toBeGreaterThan(0);
    expect((40 - asked) * MEGABYTE).toBeLessThanOrEqual(2 * MAX_BATCH_BYTES);
  });
});

describe('blocks of documents', () => {
  it('end at 8 MB and one document, and hold everything in its order, however it arrives', async () => {
    const texts = [1, 200_000, MEGABYTE, 9 * MEGABYTE].map((length) => 'x'.repeat(length));
    const arriving = fc.array(fc.array(fc.constantFrom(...texts), { maxLength: 6 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(arriving, async (batches) => {
        const lines: string[] = [];
        const some = async function* () {
          yield* batches;
        };
        for await (const block of groupIntoBlocks(some())) {
          const own = block.lines.split('\n');
          expect(own).toHaveLength(block.count);
          expect(block.lines.length - own.at(-1)!.length - own.length).toBeLessThan(MAX_BLOCK_CHARACTERS);
          lines.push(...own);
        }
        expect(lines.length).toBe(batches.flat().length);
        expect(lines.every((line, at) => line === batches.flat()[at])).toBe(true);
      }),
      { numRuns: numRuns(30) },
    );
  });
});

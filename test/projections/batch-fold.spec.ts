// Batches are bounded by size.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BatchFold } from '#projections/projector/batch-fold.js';
import { MAX_BATCH_BYTES, estimateBytes } from '#projections/projector/batch-size.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { DocumentWrite } from '#projections/port/generation.js';
import type { RecordedEvent } from '#domain/event.js';

const MEGABYTE = 1024 * 1024;

/** Each event names its document and adds so many megabytes. */
const projection: AnyProjection = {
  name: 'notes',
  version: 1,
  targets: ({ stream }) => [{ collection: 'notes', id: stream }],
  apply: (document, { stream, position, data }) => ({
    ...document,
    id: stream,
    position,
    text: (data as { text: string }).text,
  }),
};
const added: AnyProjection = {
  ...projection,
  appendOnly: true,
  targets: ({ id }) => [{ collection: 'notes', id }],
};

const steps = fc.array(
  fc.record({ stream: fc.constantFrom('a', 'b', 'c', 'd'), megabytes: fc.constantFrom(0, 0, 1, 3, 9) }),
  { minLength: 1, maxLength: 12 },
);
const texts = new Map([0, 1, 3, 9].map((megabytes) => [megabytes, 'x'.repeat(megabytes * MEGABYTE)]));

const eventsOf = (all: readonly { stream: string; megabytes: number }[]) =>
  all.map(
    ({ stream, megabytes }, at) =>
      ({
        id: `e${at}`,
        stream,
        position: at + 1,
        data: { text: texts.get(megabytes) },
      }) as unknown as RecordedEvent,
  );

describe.each([
  ['documents that change', projection],
  ['documents that are added', added],
])('folding %s', (_what, folded) => {
  it('stores at most 8 MB and one event at once, and in the end everything', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const events = eventsOf(all);
        const documents = new Map<string, { readonly position: number }>();
        const stored: number[] = [];
        const generation = {
          get: async <Doc>(_: string, id: string) => documents.get(id) as Doc | undefined,
          async write(writes: readonly DocumentWrite[], checkpoint: number) {
            stored.push(checkpoint);
            const sizes = writes.map(({ document }) => estimateBytes(document));
            const sum = sizes.reduce((one, other) => one + other, 0);
            expect(sum).toBeLessThan(MAX_BATCH_BYTES + 9.1 * MEGABYTE);
            for (const { id, document } of writes) documents.set(id, document!);
          },
        };
        const folding = new BatchFold({
          projection: folded,
          generation,
          isSkipped: () => false,
          remembered: 2,
        });
        for (let rest = events; rest.length > 0;) {
          const taken = await folding.take(rest);
          expect(taken).toBeGreaterThan(0);
          rest = rest.slice(taken);
          if (folding.isFull || rest.length === 0) await folding.store();
        }
        expect(stored.at(-1)).toBe(events.length);
        const expected = new Map<string, object>();
        for (const event of events) {
          for (const target of folded.targets(event))
            expected.set(target.id, folded.apply(expected.get(target.id) as never, event, target)!);
        }
        expect([...documents.values()].map(({ position }) => position).sort()).toEqual(
          [...expected.values()].map((each) => (each as { position: number }).position).sort(),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('the weight of a value', () => {
  it('is about its length as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const { length } = JSON.stringify(value);
        expect(estimateBytes(value)).toBeGreaterThanOrEqual(length / 8);
        expect(estimateBytes(value)).toBeLessThanOrEqual(10 * length + 8);
      }),
    );
  });
});

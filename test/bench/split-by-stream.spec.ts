// docs/scale.md says how read models can be split by the hash of streams. Here is why that is right: partitions that each fold only
// their own streams make, together, what one makes that folds everything.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allProjections } from '#projections/all-projections.js';
import type { AnyProjection } from '#projections/port/projection.js';
import type { RecordedEvent } from '#domain/event.js';
import { randomLog, type Step } from '../projections/random-log.js';

/** As docs/scale.md defines it. */
function partitionOf(stream: string, partitions: number): number {
  return createHash('sha256').update(stream).digest().readUInt32BE(0) % partitions;
}

function recorded(steps: readonly Step[]): readonly RecordedEvent[] {
  const versions = new Map<string, number>();
  return steps.map(({ stream, event }, index) => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return { ...event, stream, version, position: index + 1 };
  });
}

function fold(projection: AnyProjection, events: readonly RecordedEvent[]): Map<string, unknown> {
  const documents = new Map<string, Parameters<AnyProjection['apply']>[0]>();
  for (const event of events) {
    for (const target of projection.targets(event)) {
      const key = `${target.collection} ${target.id}`;
      const next = projection.apply(documents.get(key), event, target);
      if (next === undefined) documents.delete(key);
      else documents.set(key, next);
    }
  }
  return documents;
}

describe.each(allProjections.map((projection) => [projection.name, projection] as const))(
  'the read model %s, split by the hash of streams',
  (_, projection) => {
    it('is the same as built by one', () => {
      fc.assert(
        fc.property(randomLog, fc.integer({ min: 1, max: 8 }), (steps, partitions) => {
          const log = recorded(steps);
          const parts = Array.from({ length: partitions }, (_, partition) =>
            fold(
              projection,
              log.filter(({ stream }) => partitionOf(stream, partitions) === partition),
            ),
          );
          const together = parts.flatMap((part) => [...part]);
          const whole = fold(projection, log);
          // No document in two partitions, and each as it should be.
          expect(together).toHaveLength(whole.size);
          expect(new Map(together)).toEqual(whole);
        }),
      );
    });
  },
);

describe('the hash of streams', () => {
  it('spreads records evenly', () => {
    const counts = new Array<number>(8).fill(0);
    for (let n = 0; n < 8_000; n++) counts[partitionOf(`purchasing.Request-${n}`, 8)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(Math.max(...counts)).toBeLessThan(1_100);
  });
});

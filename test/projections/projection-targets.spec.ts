// `targets` of no projection throws for any event that the codec decodes.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { streams } from '#domain/stream-names.js';
import { createEventCodec } from '#event-store/event-codec.js';
import { allProjections } from '#projections/all-projections.js';
import { damaged } from '../event-store/damaged-data.js';
import { goldenSamples, SAMPLED_TYPES } from '../event-store/golden-samples.js';
import { ADA, metadata, RECORD, REQUEST } from './recorded-events.js';

const codec = createEventCodec();

const sampled = fc.oneof(
  ...SAMPLED_TYPES.map((type) =>
    damaged(goldenSamples.get(type)!.decoded.data as object).map((data) => ({ type, data })),
  ),
);
const typed = fc.record({
  type: fc.oneof(
    fc.constantFrom(...SAMPLED_TYPES, '__proto__', 'constructor', 'record.', 'user.', 'process.'),
    fc
      .tuple(fc.constantFrom(...SAMPLED_TYPES), fc.integer({ min: 2, max: 4 }))
      .map(([type, n]) => `${type}@${n}`),
    fc.string({ minLength: 1 }),
  ),
  data: fc.jsonValue({ maxDepth: 3 }),
});
const stream = fc.oneof(
  fc.constantFrom(
    REQUEST,
    streams.user(ADA),
    streams.call('purchasing', 'Request', RECORD),
    'process-outbox',
  ),
  fc.constantFrom('specification-purchasing', 'projection-records', 'user-', '-', '__proto__', 'a.B-'),
  fc.string({ minLength: 1 }),
);
const anyMetadata = fc.oneof(
  damaged(metadata()).filter(
    (found) => typeof (found as { readonly actor?: unknown } | null)?.actor === 'string',
  ),
  fc.dictionary(fc.string(), fc.jsonValue()).map((more) => ({ ...more, actor: ADA })),
);

describe.each(allProjections.map((each) => [each.name, each] as const))(
  'the projection %s',
  (_, projection) => {
    it('says the targets of every event that the codec decodes, each once', () => {
      fc.assert(
        fc.property(
          fc.oneof(sampled, typed),
          stream,
          anyMetadata,
          fc.maxSafeNat(),
          ({ type, data }, name, about, position) => {
            const stored = { id: uuid(), type, data: JSON.stringify(data), metadata: JSON.stringify(about) };
            const event = codec.decode(stored, { stream: name, version: 1, position });
            const targets = projection.targets(event);
            for (const { collection, id } of targets)
              expect([typeof collection, typeof id]).toEqual(['string', 'string']);
            const keys = targets.map(({ collection, id }) => JSON.stringify([collection, id]));
            expect(new Set(keys).size).toBe(keys.length);
          },
        ),
        { numRuns: 1_000 },
      );
    });
  },
);

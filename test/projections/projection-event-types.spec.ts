// A projection declares exactly the event types that it handles.
import { describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { createTypeFilter, type AnyProjection } from '#projections/port/projection.js';
import { BatchFold } from '#projections/projector/batch-fold.js';
import { goldenSamples } from '../event-store/golden-samples.js';
import { ADA, RECORD, recorded, REQUEST } from './recorded-events.js';

const STREAMS = [
  REQUEST,
  `purchasing.Request.call-${RECORD}`,
  'purchasing.Request.number-PR-2026',
  `user-${ADA}`,
  'specification-purchasing',
  'process-outbox',
];

describe.each(allProjections.map((each) => [each.name, each] as const))(
  'the types of the projection %s',
  (_name, projection) => {
    it('are those of every event it makes something of, whatever stream that is in', () => {
      const takes = createTypeFilter(projection);
      const missed = [...goldenSamples.values()]
        .flatMap(({ decoded: { type, data } }) => STREAMS.map((stream) => recorded(type, data, { stream })))
        .filter((event) => projection.targets(event).length > 0 && !takes(event.type));
      expect(missed).toEqual([]);
    });
  },
);

describe('an event whose type is none of a projection’s business', () => {
  it('is passed without asking what it is for, alone and among others', async () => {
    const asked: string[] = [];
    const projection: AnyProjection = {
      name: 'notes',
      version: 1,
      types: ['note.'],
      targets: ({ type, stream }) => (asked.push(type), [{ collection: 'notes', id: stream }]),
      apply: (_, { stream, position }) => ({ id: stream, position }),
    };
    const written: number[] = [];
    const generation = {
      get: async () => undefined,
      async write(writes: readonly unknown[], checkpoint: number) {
        written.push(writes.length, checkpoint);
      },
    };
    const folding = new BatchFold({ projection, generation, isSkipped: () => false, remembered: 2 });
    const event = (position: number, type: string) => recorded(type, {}, { position });

    expect(await folding.take([event(1, 'user.signed-in'), event(2, 'notes.kept')])).toBe(2);
    await folding.store();
    expect(await folding.take([event(3, 'user.signed-in'), event(4, 'note.made'), event(5, 'x')])).toBe(3);
    await folding.store();

    expect(asked).toEqual(['note.made']);
    expect(written).toEqual([0, 2, 1, 5]);
  });
});

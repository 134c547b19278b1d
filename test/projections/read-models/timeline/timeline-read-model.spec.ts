import { beforeAll, describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import type { Generation, DocumentWrite } from '#projections/port/generation.js';
import {
  createTimelineReadModel,
  timelineProjection,
  timelineIndexes,
} from '#projections/read-models/timeline/timeline-projection.js';
import { openedReadModels, readModelPlaces } from '../../read-model-places.js';
import { BEN, OTHER_RECORD, RECORD, REQUEST, opened, recorded } from '../../recorded-events.js';

const OTHER = `purchasing.Request-${OTHER_RECORD}`;
const PERSON = `user-${BEN}`;
const took = (from: string, to: string) => ({ action: 'go', from, to, changes: {} });

const EVENTS = [
  recorded('record.opened', opened(), { version: 1, position: 1 }),
  recorded('user.registered', { name: 'Ben', demo: false }, { stream: PERSON, version: 1, position: 2 }),
  recorded('record.action-taken', took('draft', 'sent'), { version: 2, position: 3 }),
  recorded('record.commented', { text: 'x' }, { stream: OTHER, version: 2, position: 4 }),
  recorded('record.action-taken', took('sent', 'draft'), { version: 3, position: 5 }),
  recorded('record.action-taken', took('draft', 'sent'), { version: 4, position: 6 }),
];

describe.each(readModelPlaces())('given a timeline, $name', ({ start }) => {
  const readModels = openedReadModels(start, () => generation.close());
  let generation: Generation;
  beforeAll(async () => {
    const { number } = await readModels().create('timeline', timelineProjection.version);
    generation = await readModels().open('timeline', number, () => timelineIndexes);
    const writes = EVENTS.map((event): DocumentWrite => {
      const [target] = timelineProjection.targets(event);
      const document = timelineProjection.apply(undefined, event, target!);
      return { ...target!, document: document as unknown as NonNullable<DocumentWrite['document']> };
    });
    await generation.write(writes, EVENTS.length);
  });
  const timeline = () => createTimelineReadModel({ generation: () => generation });
  const at = async (position: number) => (await timeline().findAt(position))!;

  it('when an event is asked for by its place or its id, then it is that one', async () => {
    expect(await at(3)).toMatchObject({ position: 3, type: 'record.action-taken' });
    expect(await timeline().findAt(7)).toBeUndefined();
    expect(await timeline().findByEventId(EVENTS[3]!.id)).toMatchObject({ position: 4 });
    expect(await timeline().findByEventId('none')).toBeUndefined();
  });

  it('when the ones beside it are asked for, then they are of the same stream, and nearest', async () => {
    expect(await timeline().findNeighbour(await at(3), 1)).toMatchObject({ position: 5 });
    expect(await timeline().findNeighbour(await at(5), -1)).toMatchObject({ position: 3 });
    expect(await timeline().findNeighbour(await at(1), -1)).toBeUndefined();
    expect(await timeline().findNeighbour(await at(6), 1)).toBeUndefined();
    expect(await timeline().findNeighbour(await at(4), 1)).toBeUndefined();
  });

  it('when it is asked whether any ever came to be, then records that were opened and people who were registered did', async () => {
    expect(await timeline().hasAnyBegun([REQUEST])).toBe(true);
    expect(await timeline().hasAnyBegun([PERSON])).toBe(true);
    expect(await timeline().hasAnyBegun([OTHER, 'user-nobody', PERSON])).toBe(true);
    expect(await timeline().hasAnyBegun([OTHER, RECORD])).toBe(false);
    expect(await timeline().hasAnyBegun([])).toBe(false);
  });

  it('when it is asked which states a record was led out of, then each is told once, and none of who was led nowhere', async () => {
    const left = async (id: string) =>
      (
        await timeline().listStatesLeft(
          RecordRef.of({ application: 'purchasing', entity: 'Request', id }).name,
        )
      ).toSorted();
    expect(await left(RECORD)).toEqual(['draft', 'sent']);
    expect(await left(OTHER_RECORD)).toEqual([]);
  });
});

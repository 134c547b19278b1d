import { beforeAll, describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import type { Generation, DocumentWrite } from '#projections/port/generation.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import {
  timersProjection,
  timersIndexes,
  createTimersReadModel,
} from '#projections/read-models/timers/timers-projection.js';
import { openedReadModels, readModelPlaces } from '../../read-model-places.js';
import { recorded, time } from '../../recorded-events.js';

const ref = (n: number) =>
  RecordRef.of({
    application: 'purchasing',
    entity: 'Request',
    id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  });
const timer = (due: string | null) => ({ due, first: due, since: time(0) });
const set = (n: number, timers: object, position = n) =>
  recorded('record.timers-set', { timers }, { stream: ref(n).name, position });
const target = (n: number) => ({ collection: 'timers', id: ref(n).name });

describe('given timers that were set', () => {
  const fold = (...events: ReturnType<typeof recorded>[]) =>
    events.reduce<WaitingTimers | undefined>((document, event) => {
      expect(timersProjection.targets(event)[0]).toEqual(target(1));
      return timersProjection.apply(document, event, target(1)) as WaitingTimers | undefined;
    }, undefined);
  /** Scheduled timers after these events, by name. */
  const foldScheduled = (...events: ReturnType<typeof recorded>[]) => {
    const scheduled = new Map<string, ReturnType<typeof timersProjection.apply>>();
    for (const event of events)
      for (const key of timersProjection.targets(event).filter((each) => each.collection === 'scheduled'))
        scheduled.set(key.id, timersProjection.apply(scheduled.get(key.id), event, key));
    return [...scheduled.values()].filter((each) => each !== undefined);
  };

  it('when there are several, then the record is due when the first of them is', () => {
    expect(fold(set(1, { late: timer(time(9)), soon: timer(time(3)), never: timer(null) }))).toEqual({
      id: ref(1).name,
      position: 1,
      application: 'purchasing',
      entity: 'Request',
      record: ref(1).id,
      due: time(3),
      timers: { late: timer(time(9)), soon: timer(time(3)), never: timer(null) },
    });
  });

  it('when one has fired, then the next one counts, and after the last nothing waits', () => {
    const both = set(1, { late: timer(time(9)), soon: timer(time(3)) });
    const fired = (name: string, due: string) =>
      recorded('record.timer-fired', { timer: name, due, outcome: 'acted' }, { stream: ref(1).name });
    expect(fold(both, fired('soon', time(3)))).toMatchObject({ due: time(9) });
    expect(fold(both, fired('soon', time(3)), fired('late', time(9)))).toBeUndefined();
    expect(fold(both, set(1, { late: null, soon: null }))).toBeUndefined();
  });

  it('when there are several, then each that will be due is scheduled, until it fires or is taken back', () => {
    const both = set(1, { late: timer(time(9)), soon: timer(time(3)), never: timer(null) });
    const scheduled = (name: string, due: string) => ({
      id: `${ref(1).name}#${name}`,
      position: 1,
      application: 'purchasing',
      entity: 'Request',
      record: ref(1).id,
      timer: name,
      due,
    });
    const [late, soon] = [scheduled('late', time(9)), scheduled('soon', time(3))];
    const fired = { timer: 'soon', due: time(3), outcome: 'acted' };
    expect(foldScheduled(both)).toEqual([late, soon]);
    expect(foldScheduled(both, recorded('record.timer-fired', fired, { stream: ref(1).name }))).toEqual([
      late,
    ]);
    expect(foldScheduled(both, set(1, { late: null, soon: null }))).toEqual([]);
  });

  it('when an event is about no timer, then it is for no document', () => {
    expect(timersProjection.targets(recorded('record.commented', { text: 'Hello' }))).toEqual([]);
  });
});

describe.each(readModelPlaces())('given records that wait, $name', ({ start }) => {
  const readModels = openedReadModels(start, () => generation.close());
  let generation: Generation;

  beforeAll(async () => {
    const { number } = await readModels().create('timers', timersProjection.version);
    generation = await readModels().open('timers', number, () => timersIndexes);
    const writes = [7, 2, 5, 9].map((due, index): DocumentWrite => {
      const event = set(index + 1, { remind: timer(time(due)) });
      const document = timersProjection.apply(undefined, event, target(index + 1))!;
      return {
        ...target(index + 1),
        document: document as unknown as NonNullable<DocumentWrite['document']>,
      };
    });
    await generation.write(writes, 4);
  });
  const timers = () => createTimersReadModel({ generation: () => generation });
  const due = async (...asked: Parameters<ReturnType<typeof timers>['findDue']>) =>
    (await timers().findDue(...asked)).map((each) => each.due);

  it('when some are due, then they come, the longest due first, and no more than were asked for', async () => {
    expect(await due(time(7), 10)).toEqual([time(2), time(5), time(7)]);
    expect(await due(time(7), 2)).toEqual([time(2), time(5)]);
    expect(await due(time(1), 10)).toEqual([]);
  });

  it('when some of them are left out, then the others come', async () => {
    expect(await due(time(7), 10, [ref(2).name])).toEqual([time(5), time(7)]);
    expect(await due(time(7), 10, [ref(2).name, ref(1).name])).toEqual([time(5)]);
  });

  it('when a moment is given, then the next one after it is told', async () => {
    expect(await timers().findNextDue(time(5))).toBe(time(7));
    expect(await timers().findNextDue(time(9))).toBeUndefined();
  });

  it('when one record is asked for, then its timers are told, and of others none', async () => {
    expect(await timers().findByRecord(ref(3))).toMatchObject({ due: time(5) });
    expect(await timers().findByRecord(ref(8))).toBeUndefined();
  });
});

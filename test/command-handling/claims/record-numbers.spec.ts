// After a crash, numbers find their record again, or are explained.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { voidLostNumbers } from '#command-handling/claims/void-lost-numbers.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { open, recordId, withPeople } from '../commands.js';
import { writing, type Writing } from '../writing.js';

const NUMBERS = streams.number('purchasing', 'Request', 'PR-2026-');
const stream = (index: number) =>
  streams.record(RecordRef.of({ application: 'purchasing', entity: 'Request', id: recordId(index) }));

let here: Writing;
let dying = false;

/** The process dies between the number and the record. */
const mortal = (store: EventStore): EventStore => ({
  ...store,
  append: async (name, events, expected) => {
    if (dying && name.includes('.Request-')) throw new EventStoreUnavailable('gone');
    return store.append(name, events, expected);
  },
});

beforeEach(async () => {
  dying = false;
  here = writing(mortal);
  await withPeople(here);
});

async function dieWhileOpening(index: number, commandId?: string): Promise<void> {
  dying = true;
  await expect(here.bus.execute(open(index, 'ada', { title: 'x' }, commandId))).rejects.toThrow(
    EventStoreUnavailable,
  );
  dying = false;
}

const numberOf = async (index: number) =>
  ((await here.events(stream(index)))[0]?.data as { number: string }).number;

describe('a number taken by a process that died', () => {
  it('is found again by the same command, in another process', async () => {
    await dieWhileOpening(1, 'form-1');
    await here.bus.execute(open(2, 'ada', { title: 'x' }));
    await here.another().bus.execute(open(1, 'ada', { title: 'x' }, 'form-1'));
    expect([await numberOf(1), await numberOf(2)]).toEqual(['PR-2026-0001', 'PR-2026-0002']);
    expect(await here.events(NUMBERS)).toHaveLength(2);
  });

  it('is explained at the next start, once, when it is a minute old', async () => {
    await dieWhileOpening(1);
    await here.bus.execute(open(2, 'ada', { title: 'x' }));
    expect(await voidLostNumbers(here.ports)).toBe(0);
    here.now = '2026-11-20T10:01:01.000Z';
    expect(await voidLostNumbers(here.ports)).toBe(1);
    expect(await voidLostNumbers(here.ports)).toBe(0);
    expect((await here.events(NUMBERS)).at(-1)).toMatchObject({
      type: 'number.voided',
      data: { number: 'PR-2026-0001', sequence: 1, record: recordId(1) },
      metadata: { actor: 'system', reason: expect.any(String) },
    });
  });

  it('is not given again once it is explained: the record gets the next one', async () => {
    await dieWhileOpening(1, 'form-1');
    here.now = '2026-11-20T10:01:01.000Z';
    await voidLostNumbers(here.ports);
    await here.bus.execute(open(1, 'ada', { title: 'x' }, 'form-1'));
    await here.bus.execute(open(2, 'ada', { title: 'x' }));
    expect([await numberOf(1), await numberOf(2)]).toEqual(['PR-2026-0002', 'PR-2026-0003']);
  });

  it('does not stop the others who waited for the same counter', async () => {
    await dieWhileOpening(1);
    const others = Array.from({ length: 20 }, async (_, i) =>
      here.bus.execute(open(i + 2, 'ada', { title: 'x' })),
    );
    await Promise.all(others);
    expect(await numberOf(21)).toMatch(/^PR-2026-00(0[2-9]|1\d|2[01])$/);
  });
});

describe('a long counter', () => {
  it('is continued from its end, whatever stands there', async () => {
    await here.bus.execute(open(1, 'ada', { title: 'x' }));
    const [first] = await here.events(NUMBERS);
    const old = Array.from({ length: 700 }, (_, index) => ({
      id: `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`,
      type: index < 350 ? 'number.taken' : 'number.voided',
      data: {
        number: `PR-2026-${index < 350 ? index + 2 : index - 348}`,
        sequence: index < 350 ? index + 2 : index - 348,
        record: recordId(1000 + (index % 350)),
        ...(index < 350 ? {} : { why: 'a test' }),
      },
      metadata: first!.metadata,
    }));
    await here.store.append(NUMBERS, old, 1);
    const { bus } = here.another();
    await bus.execute(open(2, 'ada', { title: 'x' }));
    expect(await numberOf(2)).toBe('PR-2026-0352');
  });
});

// Recorded times never run backwards within a stream, whatever the clocks and processes.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { comment, context, open, withPeople } from './commands.js';
import { writing, type Writing } from './writing.js';
import { GrantRole } from '#domain/user/user-commands.js';
import { voidLostNumbers } from '#command-handling/claims/void-lost-numbers.js';
import { numRuns } from '#test/property-runs.js';

const BEGIN = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 86_400_000;

interface Step {
  /** Milliseconds of clock error. */
  readonly jump: number;
  readonly what: 'open' | 'comment' | 'grant' | 'sweep';
  readonly record: number;
  readonly elsewhere: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  jump: fc.integer({ min: -400 * DAY, max: 30 * DAY }),
  what: fc.constantFrom('open', 'comment', 'grant', 'sweep'),
  record: fc.integer({ min: 1, max: 3 }),
  elsewhere: fc.boolean(),
});

/** Refused commands write nothing. */
const orRefused = async (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });

async function take(here: Writing, another: ReturnType<Writing['another']>, made: Step): Promise<void> {
  const { what, record, elsewhere } = made;
  const { bus, ports } = elsewhere ? another : here;
  if (what === 'open') await orRefused(bus.execute(open(record, 'ada', { title: `x${record}` })));
  else if (what === 'comment') await orRefused(bus.execute(comment(record, 'ada', 'Soon, please.')));
  else if (what === 'sweep') await voidLostNumbers(ports);
  else
    await orRefused(
      here.bus.execute(
        new GrantRole({ id: 'ada', application: 'purchasing', role: 'finance', context: context('root') }),
      ),
    );
}

async function streamsOf({ store }: Writing): Promise<ReadonlyMap<string, readonly RecordedEvent[]>> {
  const found = new Map<string, RecordedEvent[]>();
  for await (const batch of store.all(0)) {
    for (const event of batch) found.set(event.stream, [...(found.get(event.stream) ?? []), event]);
    if (batch.at(-1)!.position >= (await store.head())) return found;
  }
  return found;
}

describe('recorded times', () => {
  it('never run backwards within a stream', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const here = writing();
        await withPeople(here);
        const another = here.another();
        for (const each of steps) {
          here.now = new Date(BEGIN + each.jump).toISOString();
          await take(here, another, each);
        }
        for (const [stream, events] of await streamsOf(here)) {
          const times = events.map(({ metadata }) => Date.parse(metadata.recordedAt));
          expect([stream, times]).toEqual([stream, times.toSorted((a, b) => a - b)]);
        }
      }),
      { numRuns: numRuns(40) },
    );
  });

  it('are what the clock says wherever that is later', async () => {
    const here = writing();
    await withPeople(here);
    await here.bus.execute(open(1, 'ada', { title: 'A saw' }));
    const times = async () =>
      (await streamsOf(here))
        .get('purchasing.Request-01930000-0000-7000-8000-000000000001')!
        .map(({ metadata }) => metadata.recordedAt);
    here.now = '2026-11-20T09:00:00.000Z';
    await here.bus.execute(comment(1, 'ada', 'Back.'));
    here.now = '2026-11-20T11:00:00.000Z';
    await here.bus.execute(comment(1, 'ada', 'And forth.'));
    expect(await times()).toEqual([
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
    ]);
  });
});

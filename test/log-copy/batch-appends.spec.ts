// How events are put together into appends, and the canonical form of an event.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchAppends, type CopiedAppend } from '#log-copy/batch-appends.js';
import { toCanonicalEvent } from '#log-copy/compare-logs.js';
import type { RecordedEvent } from '#domain/event.js';
import { newEvent } from './logs.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

/** A log of these streams, in this order; each event with so many bytes of text. */
function logOf(streams: readonly (readonly [stream: string, bytes: number])[]): readonly RecordedEvent[] {
  const versions = new Map<string, number>();
  return streams.map(([stream, bytes], index) => {
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    return { ...newEvent('x'.repeat(bytes)), stream, version, position: index + 1 };
  });
}

async function* each(events: readonly RecordedEvent[]): AsyncGenerator<RecordedEvent> {
  yield* events;
}

async function gathered(log: readonly RecordedEvent[]): Promise<readonly CopiedAppend[]> {
  const found: CopiedAppend[] = [];
  for await (const append of batchAppends(each(log))) found.push(append);
  return found;
}

const any = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(1, 100_000, 300_000, 600_000)), {
  maxLength: 30,
});

describe('appends', () => {
  it('are the log again, in order, each of one stream, none larger than an engine takes, none needlessly small', async () => {
    await fc.assert(
      fc.asyncProperty(any, async (streams) => {
        const log = logOf(streams);
        const found = await gathered(log);
        expect(found.flatMap(({ events }) => events)).toEqual(log);
        for (const { stream, expectedVersion, events } of found) {
          expect(events.map((event) => [event.stream, event.version])).toEqual(
            events.map((_, index) => [stream, expectedVersion + 1 + index]),
          );
          if (events.length > 1) expect(JSON.stringify(events).length).toBeLessThan(1_000_000);
        }
        for (const [index, { stream, events }] of found.slice(1).entries())
          if (found[index]!.stream === stream)
            expect(JSON.stringify([...found[index]!.events, events[0]]).length).toBeGreaterThan(500_000);
      }),
    );
  });

  it('have 500 events at most', async () => {
    const log = logOf(Array.from({ length: 1_234 }, () => ['a', 1] as const));
    expect((await gathered(log)).map(({ events }) => events.length)).toEqual([500, 500, 234]);
  });
});

describe('the canonical form of an event', () => {
  // RFC 8785, sections 3.2.2 and 3.2.3.
  it('is the canonical JSON of RFC 8785', () => {
    const numbers = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    };
    expect(toCanonicalJson(numbers)).toBe('{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}');
    const strings = { string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/', literals: [null, true, false] };
    expect(toCanonicalJson(strings)).toBe(
      '{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect([...toCanonicalJson(names).matchAll(/:(\d)/g)].map(([, value]) => value).join('')).toBe('2467153');
  });

  it('does not depend on the order of names or on the position, and on everything else', () => {
    const [event] = logOf([['a', 1]]) as [RecordedEvent];
    const turned = Object.fromEntries(Object.entries(event).reverse()) as unknown as RecordedEvent;
    expect(toCanonicalEvent({ ...turned, position: 99 })).toBe(toCanonicalEvent(event));
    const others = [
      { stream: 'b' },
      { version: 2 },
      { id: 'other' },
      { type: 'other' },
      { data: { x: 1 } },
      { metadata: { ...event.metadata, actor: 'ben' } },
    ];
    for (const other of others)
      expect(toCanonicalEvent({ ...event, ...other })).not.toBe(toCanonicalEvent(event));
  });
});

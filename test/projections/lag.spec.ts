// As far as this process has read the log.
import { describe, expect, it } from '@jest/globals';
import { calculateLag } from '#projections/subscription/subscription-health.js';
import { allProjections } from '#projections/all-projections.js';
import type { RecordedEvent } from '#domain/event.js';
import { ProjectionLag } from '#projections/running-projections.js';

const named = (name: string) => allProjections.find((each) => each.name === name)!;
const [people, records] = [named('people'), named('records')];
const event = (position: number, stream: string, type: string) =>
  ({ position, stream, type, data: {}, metadata: {} }) as unknown as RecordedEvent;
const registered = (position: number) => event(position, 'user-ada', 'user.registered');

describe('the lag of a read model', () => {
  it('is what there is for it in the log, and nothing else', () => {
    const lag = new ProjectionLag();
    expect([people, records].map((each) => lag.isBehind(each, 0))).toEqual([false, false]);
    lag.noteEvents([registered(5), event(6, 'elsewhere', 'moon.landed')]);
    expect(lag.isBehind(people, 4)).toBe(true);
    expect(lag.isBehind(people, 5)).toBe(false);
    expect(lag.isBehind(records, 0)).toBe(false);
  });

  it('is everything up to where reading begins anew: nobody has seen what stood there', () => {
    const lag = new ProjectionLag();
    lag.isBehind(people, 0);
    lag.noteEvents([], 7);
    expect([lag.isBehind(people, 6), lag.isBehind(people, 7)]).toEqual([true, false]);
    // Also for read models queried for the first time.
    expect([lag.isBehind(records, 6), lag.isBehind(records, 7)]).toEqual([true, false]);
  });
});

describe('for how long a read model lacks something', () => {
  it('is counted from when that was seen, and over once it has got there, also where there is more by then', () => {
    let now = 0;
    const lag = new ProjectionLag(() => now);
    expect(lag.behindFor(people, 4)).toBe(0);
    lag.noteEvents([registered(5)]);
    expect(lag.behindFor(people, 4)).toBe(0);
    now = 40;
    lag.noteEvents([registered(6), registered(7)]);
    expect(lag.behindFor(people, 4)).toBe(40);
    // A progressing read model is not late.
    expect(lag.behindFor(people, 5)).toBe(0);
    now = 50;
    expect([lag.behindFor(people, 6), lag.behindFor(people, 7), lag.behindFor(records, 0)]).toEqual([
      10, 0, 0,
    ]);
  });
});

describe('the lag that is shown', () => {
  it('is not known where the log cannot be asked, or has less than was read of it', () => {
    expect([calculateLag(12, 7), calculateLag(7, 7)]).toEqual([5, 0]);
    expect([calculateLag(undefined, 7), calculateLag(6, 7)]).toEqual([null, null]);
  });
});

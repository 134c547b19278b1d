import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatProgress, formatShareProgress } from '#cli/progress-line.js';

describe('progress', () => {
  it('of things says how many of how many, how quickly, and for how long yet', () => {
    expect(formatProgress('imported', 'traces', { done: 120, total: 1_434, rate: 85 })).toBe(
      'imported 120 of 1,434 traces (85/s, 16 s left)',
    );
    expect(formatProgress('imported', 'traces', { done: 0, total: 1_434, rate: 0 })).toBe(
      'imported 0 of 1,434 traces (0/s)',
    );
    expect(formatProgress('looked at', 'traces', { done: 10, total: 100_000, rate: 100 })).toBe(
      'looked at 10 of 100,000 traces (100/s, 17 min left)',
    );
  });

  it('of a log says how much of it, since some count its bytes and nobody knows how many events that are', () => {
    expect(formatShareProgress('replayed', 'events', { done: 918, share: 0.08, rate: 211 })).toBe(
      'replayed 918 events, 8 % (211/s, 51 s left)',
    );
    expect(formatShareProgress('copied', 'events', { done: 0, share: 0, rate: 0 })).toBe(
      'copied 0 events, 0 % (0/s)',
    );
  });

  it('of a log never says that all of it is there before it is, nor promises less than nothing', () => {
    const reached = fc
      .record({
        head: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        done: fc.integer({ min: 1, max: 1e9 }),
        seconds: fc.integer({ min: 1, max: 1e6 }),
      })
      .map(({ head, part, done, seconds }) => ({
        done,
        share: Math.ceil(part * head) / head,
        rate: done / seconds,
      }));
    fc.assert(
      fc.property(reached, (at) => {
        const said = formatShareProgress('replayed', 'events', at);
        expect(said).not.toMatch(/-\d|NaN|Infinity/);
        expect(said.includes('100 %')).toBe(at.share === 1);
      }),
    );
  });
});

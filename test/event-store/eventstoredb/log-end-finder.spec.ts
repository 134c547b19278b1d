// While another log may replace the current one.
import { describe, expect, it } from '@jest/globals';
import type { ReadEvent } from '#event-store/eventstoredb/grpc-client.js';
import { createLogEndFinder } from '#event-store/eventstoredb/log-end-finder.js';
import { comment } from '../sample-events.js';

const of = (position: bigint, metadata: unknown): ReadEvent => ({
  stream: 'x',
  revision: 0,
  position,
  id: crypto.randomUUID(),
  type: 'x',
  isJson: true,
  data: {},
  metadata,
});

describe('given a search for the end of a log', () => {
  it('when the log is forgotten meanwhile, then what is found counts for that question alone', async () => {
    const { metadata } = comment();
    const [old, foreign] = [of(5n, metadata), of(9n, {})];
    let find = (_: ReadEvent | undefined) => {};
    const end = createLogEndFinder({
      readLastOfLog: async () => foreign,
      findLast: () => new Promise((resolve) => (find = resolve)),
    });
    const asked = end.findHead();
    await new Promise(setImmediate);
    end.reset();
    find(old);
    expect(await asked).toBe(5);
    const again = end.findHead();
    await new Promise(setImmediate);
    find(of(3n, metadata));
    expect(await again).toBe(3);
  });
});

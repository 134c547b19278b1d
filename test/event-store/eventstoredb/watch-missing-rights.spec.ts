import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreRightMissing } from '#event-store/event-store.js';
import { parseConnectionString } from '#event-store/eventstoredb/connection-string.js';
import { ConnectionManager } from '#event-store/eventstoredb/connection-manager.js';
import type { ServerRight } from '#event-store/eventstoredb/describe-missing-right.js';
import { assertServerRight } from '#event-store/eventstoredb/check-rights.js';
import { watchMissingRights } from '#event-store/eventstoredb/watch-missing-rights.js';
import { HealthIssues } from '#platform/health-issues.js';
import { comment, newStream } from '../sample-events.js';
import { openStore, startServer } from './open-test-store.js';

const RIGHT = { to: 'write to' } as const;

const onlyTimers = () =>
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  });

afterEach(() => void jest.useRealTimers());

describe('given a right that is lacking', () => {
  const lacking = new EventStoreRightMissing('may not write', 'write to a stream');
  let troubles: HealthIssues;
  beforeEach(() => {
    troubles = new HealthIssues();
    onlyTimers();
  });

  it('when it is met again and again, then it is asked for once in a while, and no more once it is given', async () => {
    const isGiven = jest.fn(async () => false);
    const watch = watchMissingRights(troubles, isGiven, 100);
    for (let times = 0; times < 3; times++) watch.reportMissing(RIGHT, lacking);
    await jest.advanceTimersByTimeAsync(350);
    expect(isGiven).toHaveBeenCalledTimes(3);
    expect(troubles.all()).toHaveLength(1);
    isGiven.mockResolvedValue(true);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isGiven).toHaveBeenCalledTimes(4);
    expect(troubles.all()).toEqual([]);
  });

  it('when it was given and is taken away again, then it is asked for again', async () => {
    const isGiven = jest.fn(async () => true);
    const watch = watchMissingRights(troubles, isGiven, 100);
    watch.reportMissing(RIGHT, lacking);
    await jest.advanceTimersByTimeAsync(100);
    watch.reportMissing(RIGHT, lacking);
    await jest.advanceTimersByTimeAsync(100);
    expect(isGiven).toHaveBeenCalledTimes(2);
  });

  it.each(['read', 'read what is said about', 'write to'] as const)(
    'to “%s”, when the server does not answer, then it stays lacking, and is asked for again',
    async (to) => {
      jest.useRealTimers();
      const server = await startServer();
      const connections = new ConnectionManager(parseConnectionString(server.url), 50);
      await server.vanish();
      let looked = 0;
      const isGiven = async (right: ServerRight) => {
        await assertServerRight(connections, { retryFor: 50, answerWithin: 50 }, right).finally(
          () => looked++,
        );
        return true;
      };
      const watch = watchMissingRights(troubles, isGiven, 5);
      watch.reportMissing({ to }, lacking);
      while (looked < 2) await pause(5);
      expect(troubles.all()).toHaveLength(1);
      watch.close();
      connections.close();
    },
  );

  it('when nobody works with the store any more, then nothing is asked, and what is answered counts no more', async () => {
    let answer = (_: boolean) => {};
    const isGiven = jest.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const watch = watchMissingRights(troubles, isGiven, 100);
    watch.reportMissing(RIGHT, lacking);
    await jest.advanceTimersByTimeAsync(100);
    watch.close();
    answer(true);
    watch.reportMissing(RIGHT, lacking);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(isGiven).toHaveBeenCalledTimes(1);
    expect(troubles.all()).toHaveLength(1);
  });
});

describe('given a store that lacks a right', () => {
  it('when it is closed, then nothing is left that looks for it', async () => {
    const credentials = 'daybook:geheim';
    const server = await startServer({ tls: true, credentials });
    const store = await openStore(server.url.replace('//', `//${credentials}@`));
    await store.append(newStream(), [comment()], 0);
    server.forbid('write');
    onlyTimers();
    await expect(store.append(newStream(), [comment()], 0)).rejects.toThrow(EventStoreRightMissing);
    expect(jest.getTimerCount()).toBe(1);
    await store.close();
    expect(jest.getTimerCount()).toBe(0);
  });
});

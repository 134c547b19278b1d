// What a process does by itself keeps one timer, gives it back when it is stopped, and does nothing afterwards.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogWatermark } from '#background/log-watermark.js';
import { PollingLoop } from '#background/polling-loop.js';
import { PreparationRetrier } from '#background/preparation-retrier.js';
import { WorkerFailureReporter } from '#background/worker-failure-reporter.js';
import type { CheckpointStore } from '#background/background-checkpoint.js';
import { HealthIssues, type HealthIssue } from '#platform/health-issues.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const STOPPAGE = {
  issueKey: 'timers',
  summary: 'Timers stand still',
  consequence: 'They go on by themselves.',
};
const reporter = (healthIssues = new HealthIssues()) => new WorkerFailureReporter(healthIssues, STOPPAGE);
const turn = () => jest.advanceTimersByTimeAsync(0);

describe('a polling loop', () => {
  it('keeps one timer however often it is woken, and none when it is stopped', async () => {
    let looks = 0;
    const loop = new PollingLoop(async () => {
      looks += 1;
      return 30_000;
    }, reporter());
    for (let nth = 1; nth <= 5; nth++) {
      loop.wake();
      await turn();
      expect([looks, jest.getTimerCount()]).toEqual([nth, 1]);
    }
    await jest.advanceTimersByTimeAsync(30_000);
    expect([looks, jest.getTimerCount()]).toEqual([6, 1]);
    await loop.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('looks for nothing more once it was stopped', async () => {
    let looks = 0;
    const loop = new PollingLoop(async () => (looks += 1), reporter());
    loop.wake();
    await loop.stop();
    loop.wake();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([looks, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('looks once more where it was woken while it looked, and not once for each time', async () => {
    let looks = 0;
    let answer = (_wait: number) => {};
    const loop = new PollingLoop(() => {
      looks += 1;
      return new Promise((resolve) => (answer = resolve));
    }, reporter());
    for (let nth = 0; nth < 5; nth++) loop.wake();
    await turn();
    expect(looks).toBe(1);
    loop.wake();
    loop.wake();
    answer(30_000);
    await turn();
    expect(looks).toBe(2);
    const stopped = loop.stop();
    answer(30_000);
    await stopped;
  });
});

describe('a preparation that fails', () => {
  it('waits for one more attempt, however often it was asked for', async () => {
    let attempts = 0;
    const preparing = new PreparationRetrier(async () => {
      attempts += 1;
      throw new Error('away');
    }, reporter());
    for (let nth = 0; nth < 5; nth++) preparing.request();
    await preparing.settled();
    expect([attempts, jest.getTimerCount()]).toEqual([5, 1]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([attempts, jest.getTimerCount()]).toEqual([6, 1]);
    await preparing.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not attempted any more once it was stopped', async () => {
    let attempts = 0;
    const preparing = new PreparationRetrier(async () => void (attempts += 1), reporter());
    await preparing.stop();
    preparing.request();
    await preparing.settled();
    expect(attempts).toBe(0);
  });
});

describe('a worker that fails', () => {
  it('is reported after four failures in a row, and withdrawn when it is over', () => {
    const healthIssues = new HealthIssues();
    const raised: HealthIssue[] = [];
    healthIssues.onRaised((issue) => raised.push(issue));
    const failureReporter = reporter(healthIssues);
    const fail = (times: number) => {
      for (let nth = 0; nth < times; nth++) failureReporter.reportFailure(new Error('The engine is away.'));
    };
    fail(3);
    failureReporter.reportSuccess();
    fail(3);
    expect(raised).toEqual([]);
    fail(1);
    expect(raised).toMatchObject([
      { key: 'timers', adminMessage: 'Timers stand still: The engine is away. They go on by themselves.' },
    ]);
    expect(healthIssues.all()).toHaveLength(1);
    failureReporter.reportSuccess();
    expect(healthIssues.all()).toEqual([]);
  });
});

describe('the watermark of a log', () => {
  /** `former`: the token of a lease, as versions before wrote the watermark. */
  function memory(former?: number) {
    let reached: number | undefined;
    let writes = 0;
    const store: CheckpointStore = {
      lease: async () => (former === undefined ? undefined : { holder: '', token: former, beat: 1 }),
      backgroundCheckpoint: async () => reached,
      recordBackgroundCheckpoint: async (_, next) => {
        writes += 1;
        reached = next;
      },
      advanceBackgroundCheckpoint: async (_, next) => {
        writes += 1;
        reached = reached === undefined ? undefined : Math.max(reached, next);
      },
    };
    const open = (head: number) =>
      LogWatermark.open({ readModels: store, log: { head: async () => head } }, 'calls');
    return { open, store, position: () => reached, writes: () => writes };
  }

  it('is written once a second at most, and at once when it is stopped', async () => {
    const { open, position, writes } = memory();
    const watermark = await open(3);
    await watermark.recordHead();
    watermark.advance(5);
    await jest.advanceTimersByTimeAsync(5_000);
    expect([position(), writes()]).toEqual([5, 2]);
    watermark.advance(9);
    watermark.advance(7);
    await watermark.stop();
    expect([position(), writes()]).toEqual([9, 3]);
  });

  it('is not written any more once it was stopped', async () => {
    const { open, position } = memory();
    const watermark = await open(3);
    await watermark.recordHead();
    await watermark.stop();
    expect(jest.getTimerCount()).toBe(0);
    watermark.advance(9);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(position()).toBe(3);
  });

  it('tells a log that ends before it from one that goes on', async () => {
    const { open } = memory();
    const watermark = await open(5);
    expect(await watermark.isLogNew()).toBe(true);
    await watermark.recordHead();
    const isNew = async (head: number) => (await open(head)).isLogNew();
    expect([await isNew(4), await isNew(5)]).toEqual([true, false]);
  });

  it('does not tell of a new log where another process has recorded it since it was opened', async () => {
    const { open } = memory();
    const [former, next] = [await open(5), await open(5)];
    await former.recordHead();
    former.advance(9);
    await former.stop();
    expect(await next.isLogNew()).toBe(false);
  });

  it('tells of an older log that was put back until one process has recorded it', async () => {
    const { open } = memory();
    await (await open(9)).recordHead();
    const [former, next] = [await open(5), await open(5)];
    expect([await former.isLogNew(), await next.isLogNew()]).toEqual([true, true]);
    await former.recordHead();
    former.advance(7);
    await former.stop();
    expect(await next.isLogNew()).toBe(false);
  });

  it('knows a log whose watermark moves on while it is opened', async () => {
    const { open, store } = memory();
    await (await open(5)).recordHead();
    const log = {
      head: async () => {
        await store.advanceBackgroundCheckpoint('calls', 9);
        return 5;
      },
    };
    const watermark = await LogWatermark.open({ readModels: store, log }, 'calls');
    expect(await watermark.isLogNew()).toBe(false);
  });

  it('is taken over from the lease that versions before kept it in', async () => {
    const { open, position } = memory(5);
    const isNew = async (head: number) => (await open(head)).isLogNew();
    expect([await isNew(4), await isNew(5), position()]).toEqual([true, false, 5]);
  });
});

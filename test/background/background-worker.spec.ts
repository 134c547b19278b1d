// What a process does by itself keeps one timer, gives it back when it is stopped, and does nothing afterwards.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PollingLoop, RetriedPreparation, StoppageReporter } from '#background/background-worker.js';
import { MetLog } from '#background/log-watermark.js';
import { HealthIssues, type HealthIssue } from '#platform/health-issues.js';
import type { ReadModels } from '#projections/port/read-models.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const STOPPAGE = { about: 'timers', what: 'Timers stand still', then: 'They go on by themselves.' };
const reporter = (troubles = new HealthIssues()) => new StoppageReporter(troubles, STOPPAGE);
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
    const preparing = new RetriedPreparation(async () => {
      attempts += 1;
      throw new Error('away');
    }, reporter());
    for (let nth = 0; nth < 5; nth++) preparing.ask();
    await preparing.ended();
    expect([attempts, jest.getTimerCount()]).toEqual([5, 1]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([attempts, jest.getTimerCount()]).toEqual([6, 1]);
    await preparing.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not attempted any more once it was stopped', async () => {
    let attempts = 0;
    const preparing = new RetriedPreparation(async () => void (attempts += 1), reporter());
    await preparing.stop();
    preparing.ask();
    await preparing.ended();
    expect(attempts).toBe(0);
  });
});

describe('a stoppage', () => {
  it('is reported after four failures in a row, and withdrawn when it is over', () => {
    const troubles = new HealthIssues();
    const raised: HealthIssue[] = [];
    troubles.onRaised((trouble) => raised.push(trouble));
    const stoppage = reporter(troubles);
    const fail = (times: number) => {
      for (let nth = 0; nth < times; nth++) stoppage.failed(new Error('The engine is away.'));
    };
    fail(3);
    stoppage.isOver();
    fail(3);
    expect(raised).toEqual([]);
    fail(1);
    expect(raised).toMatchObject([
      { about: 'timers', what: 'Timers stand still: The engine is away. They go on by themselves.' },
    ]);
    expect(troubles.all()).toHaveLength(1);
    stoppage.isOver();
    expect(troubles.all()).toEqual([]);
  });
});

describe('how far a log was met', () => {
  type LeaseRow = Awaited<ReturnType<ReadModels['lease']>>;

  function memory() {
    let row: LeaseRow;
    let changes = 0;
    const readModels: Pick<ReadModels, 'lease' | 'changeLease'> = {
      lease: async () => row,
      changeLease: async (_name, _before, after) => {
        changes += 1;
        row = after as LeaseRow;
        return true;
      },
    };
    return { readModels, position: () => row?.token, changes: () => changes };
  }

  it('is written once for what was seen, and at once when it is stopped', async () => {
    const { readModels, position, changes } = memory();
    const met = new MetLog(readModels, 'calls');
    await met.meet(3);
    met.saw(5);
    await jest.advanceTimersByTimeAsync(5_000);
    expect([position(), changes()]).toEqual([5, 2]);
    met.saw(9);
    met.saw(7);
    await met.stop();
    expect([position(), changes()]).toEqual([9, 3]);
  });

  it('is not looked at any more once it was stopped', async () => {
    const { readModels, position } = memory();
    const met = new MetLog(readModels, 'calls');
    await met.meet(3);
    await met.stop();
    expect(jest.getTimerCount()).toBe(0);
    met.saw(9);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(position()).toBe(3);
  });
});

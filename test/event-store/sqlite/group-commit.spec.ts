// Attempts during another process' lock block the event loop, so all appends share them.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startGroupCommit, type GroupCommit } from '#event-store/sqlite/group-commit.js';
import { openLogFile } from '#event-store/sqlite/log-file.js';

const PATIENCE = 60_000;

let folder: string;
let writer: DatabaseSyncInstance;
let reader: DatabaseSyncInstance;
let other: DatabaseSyncInstance;
let commits: GroupCommit;
/** Attempts to lock, and writes. */
let asked: number;
let committed: number;

const counting = (database: DatabaseSyncInstance): DatabaseSyncInstance =>
  new Proxy(database, {
    get(target, name) {
      if (name === 'isTransaction') return target.isTransaction;
      if (name === 'exec') return target.exec.bind(target);
      return (sql: string) => {
        const statement = target.prepare(sql);
        if (sql !== 'BEGIN IMMEDIATE') return statement;
        const run = () => {
          asked++;
          return statement.run();
        };
        return { run };
      };
    },
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-group-commit-'));
  const path = join(folder, 'events.sqlite');
  ({ writer, reader } = openLogFile(path) as { writer: DatabaseSyncInstance; reader: DatabaseSyncInstance });
  writer.exec('PRAGMA busy_timeout = 0');
  other = new DatabaseSync(path);
  asked = committed = 0;
  const translate = (error: unknown) => error;
  commits = startGroupCommit(counting(writer), {
    translate,
    lockTimeout: PATIENCE,
    onCommit: () => committed++,
  });
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
      ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
    ],
  });
});
afterEach(() => {
  jest.useRealTimers();
  for (const each of [other, reader, writer]) each.close();
  rmSync(folder, { recursive: true });
});

const ids = new Array(10).fill(0).map((_, index) => `event-${index}`);
const append = (id: string, until?: number) => {
  const event = { id, type: 'record.commented', data: '{}', metadata: '{}' };
  return commits.append({ stream: `tests.${id}`, events: [event], expectedVersion: 0, deadline: until });
};
const lock = () => other.exec('BEGIN IMMEDIATE');
const unlock = () => other.exec('ROLLBACK');

describe('given a log that nobody else holds', () => {
  it('when appends arrive in one turn, then it is asked for once', async () => {
    await Promise.all(ids.map((id) => append(id)));
    await nextTurn();
    expect([asked, committed]).toEqual([1, 1]);
  });

  it('when more arrive than are written at once, then the others are written next', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => append(`event-${index}`));
    const positions = (await Promise.all(many)).map(({ position }) => position);
    expect(positions).toEqual(many.map((_, index) => index + 1));
    expect([asked, committed]).toEqual([3, 3]);
  });
});

describe('given a log that another process holds', () => {
  beforeEach(lock);

  it('when appends arrive one after the other, then it is asked for once for all of them, until it is free', async () => {
    const appends: Promise<unknown>[] = [];
    for (const id of ids) {
      appends.push(append(id));
      await nextTurn();
    }
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(20);
    expect(asked).toBe(2);
    await jest.advanceTimersByTimeAsync(20);
    expect([asked, committed]).toEqual([3, 0]);
    unlock();
    await jest.advanceTimersByTimeAsync(20);
    await Promise.all(appends);
    expect([asked, committed]).toEqual([4, 1]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('when some cannot wait any longer, then they are refused, and the others wait on', async () => {
    const late = append(ids[0]!, performance.now() - 1).catch((error: Error) => error.message);
    const patient = append(ids[1]!);
    expect(await late).toMatch(/locked/);
    unlock();
    await jest.advanceTimersByTimeAsync(20);
    expect(await patient).toEqual({ version: 1, position: 1 });
  });

  it('when it is closed, then nobody waits, and nothing is asked any more', async () => {
    const refused = ids.map((id) => append(id).catch((error: Error) => error.message));
    commits.close();
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['database is locked']));
    expect(jest.getTimerCount()).toBe(0);
    await expect(append('later')).rejects.toThrow('The event store is closed.');
    unlock();
  });
});

// Polls only while it has listeners and is open.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';

/** Pending timers created meanwhile. */
const timers = new Set<number>();
const watch = createHook({
  init: (id, what) => what === 'Timeout' && timers.add(id),
  destroy: (id) => timers.delete(id),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-looks-'));
});
afterEach(() => {
  jest.useRealTimers();
  watch.disable();
  timers.clear();
  rmSync(folder, { recursive: true });
});

describe('given a list of read models that is looked at', () => {
  it('when two listen, then it is looked at once for both; when it is closed, then no more', async () => {
    const readModels = openSqliteReadModels(folder);
    // From here on, as Jest has its own timers.
    watch.enable();
    readModels.onChange(() => {});
    readModels.onChange(() => {});
    expect(timers.size).toBe(1);
    await readModels.close();
    // Node reports ended timers in later turns.
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(timers.size).toBe(0);
  });

  it('when the last listener has gone, then it is not looked at until the next one comes', async () => {
    jest.useFakeTimers();
    const readModels = openSqliteReadModels(folder);
    const elsewhere = openSqliteReadModels(folder);
    const before = jest.getTimerCount();
    let changes = 0;
    const ends = [readModels.onChange(() => {}), readModels.onChange(() => {})];
    expect(jest.getTimerCount()).toBe(before + 1);
    ends[0]!();
    expect(jest.getTimerCount()).toBe(before + 1);
    ends[1]!();
    expect(jest.getTimerCount()).toBe(before);
    const end = readModels.onChange(() => (changes += 1));
    const { number } = await elsewhere.create('people', 1);
    await elsewhere.activate('people', number);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(changes).toBe(1);
    end();
    expect(jest.getTimerCount()).toBe(before);
    await readModels.close();
    await elsewhere.close();
  });
});

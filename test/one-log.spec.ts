// Read models remember which log they are of, on whichever engines.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModelsUnusable, type ReadModels } from '../projections/read-model.js';
import { openSqliteReadModels } from '../projections/sqlite/sqlite-read-models.js';
import { mustBeOfOneLog } from '../src/one-log.js';
import type { EventStore } from '../src/event-store/event-store.js';
import { KINDS, newLog, removeLogs, story, tell } from './cli/copy/logs.js';

let folder: string;
let readModels: ReadModels;
let ends: (() => void)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-one-log-'));
  readModels = openSqliteReadModels(folder);
  ends = [];
});
afterEach(async () => {
  ends.forEach((end) => end());
  await removeLogs();
  await readModels.close();
  rmSync(folder, { recursive: true });
});

async function open(store: EventStore): Promise<void> {
  ends.push(await mustBeOfOneLog({ store, readModels, log: 'this log', reads: 'these read models' }));
}

describe.each(KINDS)('read models of a log on %s', (kind) => {
  it('are its own from then on, and refused for any other, also for an empty one', async () => {
    const [one, other, empty] = [await newLog(kind), await newLog(kind), await newLog(kind)];
    await tell(one.store, story(3));
    await tell(other.store, story(3));
    await open(one.store);
    await tell(one.store, story(2));
    await open(one.store);
    for (const { store } of [other, empty]) {
      const refused = await open(store).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ReadModelsUnusable);
      expect((refused as Error).message).toMatch(
        /^The read models in these read models were built from another log than this log\. .*DAYBOOK_READS.*DAYBOOK_EVENTS/,
      );
    }
    await open(one.store);
  });

  it('learn its first event as soon as there is one', async () => {
    const [one, other] = [await newLog(kind), await newLog(kind)];
    await open(one.store);
    expect(await readModels.lease('log')).toBeUndefined();
    await tell(one.store, story(1));
    while (!(await readModels.lease('log'))) await wait(10);
    await tell(other.store, story(1));
    await expect(open(other.store)).rejects.toThrow(ReadModelsUnusable);
    await open(one.store);
  });
});

describe('an older log that was put back', () => {
  it('is refused with read models that have seen more: what comes next would be passed over', async () => {
    const { store } = await newLog('SQLite');
    await tell(store, story(3));
    await open(store);
    const head = await store.head();
    const { number } = await readModels.create('records', 1);
    const generation = await readModels.open('records', number, () => undefined);
    await generation.write([], head);
    await open(store);
    await generation.write([], head + 1);
    await generation.close();
    await expect(open(store)).rejects.toThrow(/an older log was put back.*DAYBOOK_READS/);
  });
});

describe('a copy on another engine', () => {
  it('has other positions, so the read models are refused there', async () => {
    const [here, there] = [await newLog('SQLite'), await newLog('EventStoreDB')];
    const told = story(5);
    await tell(here.store, told);
    await tell(there.store, told);
    await open(here.store);
    await expect(open(there.store)).rejects.toThrow(ReadModelsUnusable);
  });
});

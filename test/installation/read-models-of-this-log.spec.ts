// Read models remember which log they are of, on whichever engines.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { assertReadModelsOfThisLog } from '#installation/read-models-of-this-log.js';
import type { EventStore } from '#event-store/event-store.js';
import { KINDS, newLog, removeLogs, story, tell } from '../log-copy/logs.js';

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
  ends.push(
    await assertReadModelsOfThisLog({ store, readModels, log: 'this log', reads: 'these read models' }),
  );
}

describe.each(KINDS)('read models of a log on %s', (kind) => {
  it('are its own from then on, and refused for any other', async () => {
    const [one, other] = [await newLog(kind), await newLog(kind)];
    await tell(one.store, story(3));
    await tell(other.store, story(3));
    await open(one.store);
    await tell(one.store, story(2));
    await open(one.store);
    const refused = await open(other.store).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ReadModelsUnusable);
    expect((refused as Error).message).toMatch(
      /^The read models in these read models were built from another log than this log\. .*DAYBOOK_READS.*DAYBOOK_EVENTS/,
    );
    await open(one.store);
  });

  it('become those of a log that was begun anew in its place, once there is something in it', async () => {
    const [one, anew] = [await newLog(kind), await newLog(kind)];
    await tell(one.store, story(1));
    await open(one.store);
    await open(anew.store);
    const before = (await readModels.lease('log'))!.holder;
    await tell(anew.store, story(1));
    while ((await readModels.lease('log'))?.holder === before) await wait(10);
    await open(anew.store);
    await expect(open(one.store)).rejects.toThrow(ReadModelsUnusable);
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

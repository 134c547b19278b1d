import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { done, newFolder, start, type Running } from '../cli/daybook-command.js';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { startDaybook, type Browser, type Daybook } from '../web/daybook.js';
import { holdReadModels, Ledger } from './ledger.js';
import { startWork } from './workplace.js';

const CLERKS = 4;

describe('two processes that build read models, and two that serve pages', () => {
  const folder = newFolder();
  let events: NewEventStoreDb;
  let reads: NewMongoDb;
  let builders: Running[] = [];
  let pages: Daybook[] = [];
  let clerks: Browser[];

  const startBuilder = async (): Promise<Running> => {
    const environment = { DAYBOOK_EVENTS: events.url, DAYBOOK_READS: reads.url };
    const builder = start(['serve', '--only', 'projections', '--port', '0'], { data: folder, environment });
    await builder.says(/Health: /);
    return builder;
  };

  beforeAll(async () => {
    [events, reads] = await Promise.all([newEventStoreDb(), newMongoDb()]);
    builders = [await startBuilder(), await startBuilder()];
    const on = {
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: reads.url },
      only: 'web',
    } as const;
    pages = [await startDaybook({ folder, on }), await startDaybook({ folder, on, peopled: false })];
    clerks = await Promise.all(pages.map(async (at) => at.as('clerk')));
  });

  afterAll(async () => {
    for (const each of pages) await each.close();
    for (const { process, ended } of builders) {
      process.kill('SIGKILL');
      await ended;
    }
    await Promise.all([events.stop(), reads.stop()]);
    rmSync(folder, { recursive: true });
  });

  const writer = async () => (await pages[0]!.installation.projections.health())[0]!.writer ?? '';
  const isWriter = async ({ process }: Running) => (await writer()).includes(String(process.pid));
  const holder = async (): Promise<Running> => {
    for (;;) {
      for (const each of builders) if (await isWriter(each)) return each;
      await wait(50);
    }
  };

  async function whileWorking(happens: () => Promise<void>): Promise<void> {
    const ledger = new Ledger();
    const work = startWork(ledger, clerks, CLERKS);
    try {
      await work.advance();
      await happens();
      await work.advance();
    } finally {
      await work.end();
    }
    await ledger.holdAgainst(pages[0]!.installation.store);
    await holdReadModels(...pages);
  }

  it('go on when the builder is killed in the midst of it, again and again', async () => {
    for (let round = 0; round < 3; round++)
      await whileWorking(async () => {
        const killed = await holder();
        killed.process.kill('SIGKILL');
        await killed.ended;
        builders = [...builders.filter((each) => each !== killed), await startBuilder()];
      });
  });

  // Windows cannot pause processes.
  const unlessWindows = process.platform === 'win32' ? it.skip : it;
  if (process.platform === 'win32') console.info('Not here: a process that stalls. Windows cannot stop one.');

  unlessWindows(
    'take nothing from a builder that stalled, and wakes up believing that it holds the lease',
    async () => {
      await whileWorking(async () => {
        const stalled = await holder();
        stalled.process.kill('SIGSTOP');
        while (await isWriter(stalled)) await wait(100);
        stalled.process.kill('SIGCONT');
        expect(await holder()).not.toBe(stalled);
      });
    },
  );

  it('build what the command line says that a replay would build', async () => {
    const environment = { DAYBOOK_EVENTS: events.url, DAYBOOK_READS: reads.url };
    const told = await done(['replay', '--dry-run', '--json'], { data: folder, environment });
    const report = JSON.parse(told) as { comparison?: { different: number } }[];
    expect(report.map(({ comparison }) => comparison?.different)).toEqual(allProjections.map(() => 0));
  });
});

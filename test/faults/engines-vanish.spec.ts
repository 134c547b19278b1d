import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fault } from '../engines/eventstoredb/inject-faults.js';
import { itWithFaults } from '../engines/empty-eventstoredb.js';
import type { MongoDbFault } from '../engines/mongodb/start-mongodb.js';
import type { NewMongoDb } from '../engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '../engines/describe-on-small-mongodb.js';
import { holdReadModels, Ledger } from './ledger.js';
import { openWorkplace, startWork, type Work, type Workplace } from './workplace.js';

const CLERKS = 6;

/** Call in `describe`. */
function twoProcesses(mongo?: () => Promise<NewMongoDb>) {
  let place: Workplace;

  beforeAll(async () => {
    place = await openWorkplace({ mongo });
  }, 60_000);

  afterAll(async () => place.close(), 60_000);

  /** Clerks work during the fault and a little longer. */
  async function whileWorking(happens: (work: Work, ledger: Ledger) => Promise<void>): Promise<void> {
    const ledger = new Ledger();
    const work = startWork(ledger, place.clerks, CLERKS);
    try {
      await work.advance();
      await happens(work, ledger);
      // Nothing is stuck: work continues without a restart.
      await work.advance();
    } finally {
      await work.end();
    }
    await ledger.holdAgainst(place.daybooks[0]!.installation.store);
    await holdReadModels(...place.daybooks);
    for (const clerk of place.clerks) expect((await clerk.get('/orders/orders')).status).toBe(200);
  }

  return { at: () => place, whileWorking };
}

describe('EventStoreDB and MongoDB, two processes and six clerks', () => {
  const { at, whileWorking } = twoProcesses();

  it('lose nothing while the event store goes and comes', async () => {
    await whileWorking(async (work, ledger) => {
      const isRefused = async () => {
        while (ledger.refused < CLERKS) await wait(20);
      };
      // The second outage lasts until a command of every clerk has been refused.
      for (const ends of [() => wait(100), isRefused]) {
        await at().events.vanish();
        expect((await at().clerks[0]!.get('/orders/orders')).status).toBe(200);
        await ends();
        await at().events.comeBack();
        await work.advance();
      }
    });
  }, 120_000);

  itWithFaults.each<readonly [Fault, number]>([
    ['answer lost', 5],
    ['deadline after the append', 2],
    ['deadline', 2],
    ['cut mid-stream', 3],
    ['not leader', 3],
    ['slow', 5],
  ])(
    'lose nothing to “%s” of the event store',
    async (fault, times) => {
      await whileWorking(async () => {
        at().events.small!.fail(fault, times);
        await at().events.small!.met();
      });
    },
    120_000,
  );

  it('lose nothing while the read models go and come', async () => {
    await whileWorking(async (work) => {
      for (const away of [100, 1_500]) {
        await at().reads.vanish();
        await wait(away);
        await at().reads.comeBack();
        await work.advance();
      }
    });
  }, 120_000);

  it('lose nothing while both are away', async () => {
    await whileWorking(async () => {
      await Promise.all([at().reads.vanish(), at().events.vanish()]);
      await wait(500);
      await at().events.comeBack();
      await at().reads.comeBack();
    });
  }, 120_000);
});

describeOnSmallMongoDb('a MongoDB whose answers are lost, two processes and six clerks', (start) => {
  let reads: MongoDbServer;
  const { whileWorking } = twoProcesses(async () => (reads = await start()));

  const writes = ['commitTransaction', 'bulkWrite', 'update'];

  it.each<readonly [MongoDbFault, number]>([
    ['answer lost', 6],
    ['cut before', 6],
    ['not primary', 4],
    ['slow', 4],
    ['transient', 4],
  ])(
    'lose nothing to “%s” between documents and checkpoint',
    async (fault, times) => {
      await whileWorking(async () => {
        let count = 0;
        // Every third of these commands, so that documents, checkpoints and neither are affected in turn.
        const every = (command: Record<string, unknown>) =>
          writes.includes(Object.keys(command)[0]!) && ++count % 3 === 0;
        reads.fail(fault, every, times);
        await reads.met();
        expect(count).toBeGreaterThanOrEqual(3 * times);
      });
    },
    120_000,
  );
});

// One process builds and another follows.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { type Lease, PROJECTIONS_LEASE, holdLease } from '#projections/lease/lease.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { replay } from '#projections/replay/replay.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { type HealthIssue, HealthIssues } from '#platform/health-issues.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '../engines/describe-on-small-mongodb.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const LONG = 30_000;
const comment = () => newEvent('record.commented', { text: 'x' });

/** Call in `describe`: a builder and a follower. */
function builderAndFollower<Server extends NewMongoDb>(start: () => Promise<Server>) {
  let server: Server;
  let here: Installation;
  let engines: ReadModels[];
  let leases: Lease[];
  let troubles: HealthIssues;
  let writer: RunningProjections;
  let follower: RunningProjections;

  beforeEach(async () => {
    server = await start();
    here = makeInstallation();
    engines = await Promise.all([openMongoReadModels(server.url), openMongoReadModels(server.url)]);
    leases = [];
    troubles = new HealthIssues();
    const begin = async (readModels: ReadModels) => {
      const lease = await holdLease(readModels, PROJECTIONS_LEASE);
      leases.push(lease);
      return here.start({
        readModels,
        lease,
        healthIssues: leases.length === 1 ? troubles : new HealthIssues(),
      });
    };
    writer = await begin(engines[0]!);
    follower = await begin(engines[1]!);
  });
  afterEach(async () => {
    await here.end();
    for (const lease of leases) await lease.release();
    for (const each of engines) await each.close();
    await server.stop();
  });

  const write = async () => {
    const isFirst = (await here.store.head()) === 0;
    return here.append(REQUEST, isFirst ? newEvent('record.opened', opened()) : comment());
  };

  async function expectWhole(position: number): Promise<void> {
    for (const each of [writer, follower]) {
      expect(await each.waitFor(position, LONG)).toBe(true);
      const found = await createRecordsReadModel(each, { application: 'purchasing', entity: 'Request' }).get(
        RECORD,
      );
      expect(found).toMatchObject({ version: position, comments: position - 1 });
    }
    const parts = { store: here.store, readModels: engines[1]!, projections: allProjections, shapeOf };
    for (const { comparison } of await replay({ ...parts, dryRun: true }))
      expect(comparison).toMatchObject({ different: 0 });
  }

  return {
    server: () => server,
    write,
    expectWhole,
    processes: () => ({ writer, follower, lease: leases[0]!, troubles }),
  };
}

describe('read models on a MongoDB', () => {
  const { server, write, expectWhole, processes } = builderAndFollower(newMongoDb);

  it('that is unavailable for a while are continued as soon as it is back', async () => {
    const { writer, follower } = processes();
    await writer.waitFor(await write(), LONG);
    await server().vanish();
    let position = 0;
    for (let at = 0; at < 5; at++) position = await write();
    expect(await writer.waitFor(position, 200)).toBe(false);
    // Each notices with its next query.
    while ((await writer.health()).every(({ trouble }) => trouble === undefined))
      await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { loopAlive, state } of await writer.health())
      expect([loopAlive, state]).toEqual([true, 'active']);
    await server().comeBack();
    await expectWhole(position);
    const roles = await Promise.all([writer, follower].map(async (each) => (await each.health())[0]!.role));
    expect(roles.sort()).toEqual(['following', 'writing']);
    for (const { trouble } of await follower.health()) expect(trouble).toBeUndefined();
  }, 60_000);
});

describeOnSmallMongoDb('read models on a MongoDB that fails', (start) => {
  const { server, write, expectWhole, processes } = builderAndFollower<MongoDbServer>(start);

  it('that loses answers and connections stay complete and without duplicates', async () => {
    const { follower } = processes();
    let position = 0;
    for (let at = 0; at < 24; at++) {
      const left = { before: at % 6 };
      server().fail(at % 2 ? 'answer lost' : 'cut before', () => left.before-- === 0, 1);
      position = await write();
      if (at % 4 === 3) expect(await follower.waitFor(position, LONG)).toBe(true);
    }
    server().heal();
    await expectWhole(position);
  }, 90_000);

  it('whose writes are refused are said to stand still: in the log, in health, and until they go on', async () => {
    const { writer, lease, troubles } = processes();
    await writer.waitFor(await write(), LONG);
    const isWrite = (command: object) =>
      ['update', 'insert', 'bulkWrite', 'findAndModify', 'commitTransaction'].some((each) => each in command);
    server().fail({ code: 13 }, isWrite, Infinity);
    const told = new Promise<HealthIssue>((resolve) => troubles.onRaised(resolve));
    const position = await write();
    expect(await told).toMatchObject({
      adminMessage: expect.stringContaining('may read and write there'),
      severity: 'error',
    });
    // Its lease ends without heartbeats; the error stays.
    while (await lease.mayWrite(lease.token!)) await new Promise((resolve) => setTimeout(resolve, 100));
    for (const { trouble } of await writer.health()) expect(trouble).toContain('may read and write there');
    server().heal();
    await expectWhole(position);
    while (troubles.all().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { trouble } of await writer.health()) expect(trouble).toBeUndefined();
  }, 60_000);
});

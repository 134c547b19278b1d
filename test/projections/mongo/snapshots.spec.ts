// One moment of a generation while others write: on servers that keep moments, and on those that only say so.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Document, MongoClient } from 'mongodb';
import { holderName } from '#projections/lease/lease-holder.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { Generation, Snapshot } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { type Engine, mongoDbThat } from '#test/engines/engines.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/new-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/small-mongodb.js';

const SERVERS: readonly Pick<Engine, 'name' | 'start'>[] = [
  { name: 'a new MongoDB', start: newMongoDb },
  mongoDbThat('MongoDB 4.4', { wireVersion: 9 }),
  mongoDbThat('another server, which ignores that a moment is asked for', { moments: 'ignored' }),
];

/** To be called in `describe`: a generation that one process writes, and another one reads. */
function writtenAndRead(start: () => Promise<Pick<NewMongoDb, 'url' | 'stop'>>) {
  let server: Pick<NewMongoDb, 'url' | 'stop'>;
  let builder: ReadModels;
  let reader: ReadModels;
  let written: Generation;
  let read: Generation;

  beforeEach(async () => {
    server = await start();
    builder = await openMongoReadModels(server.url);
    reader = await openMongoReadModels(server.url);
    const { number } = await builder.create('things', 1);
    written = await builder.open('things', number, () => undefined, { token: 1 });
    await write(1);
    read = await reader.open('things', number, () => undefined);
  });
  afterEach(async () => {
    for (const each of [written, read]) await each.close();
    for (const each of [builder, reader]) await each.close();
    await server.stop();
  });

  /** A new document, a change of the first one, and for every third event the removal of an earlier one. */
  const write = (position: number) =>
    written.write(
      [
        { collection: 'a.B', id: `p${position}`, document: { position, id: `p${position}` } as never },
        { collection: 'a.B', id: 'ä', document: { position, id: 'ä' } as never },
        ...(position % 3 === 0 ? [{ collection: 'a.B', id: `p${position - 1}`, document: undefined }] : []),
        ...(position > 5
          ? [{ collection: 'late', id: 'late', document: { position, id: 'late' } as never }]
          : []),
      ],
      position,
    );

  async function expectOneMoment(snapshot: Snapshot): Promise<void> {
    const at = await snapshot.checkpoint();
    const ids: string[] = [];
    for await (const { id } of snapshot.scan<{ id: string }>('a.B')) ids.push(id);
    const removed = (position: number) => position % 3 === 2 && position < at;
    const positions = Array.from({ length: at }, (_, index) => index + 1).filter((each) => !removed(each));
    expect(ids.sort()).toEqual([...positions.map((each) => `p${each}`), 'ä'].sort());
    expect(await snapshot.get('a.B', 'ä')).toMatchObject({ position: at });
    expect((await snapshot.get('late', 'late')) !== undefined).toBe(at > 5);
    let lines = 0;
    for await (const { count } of snapshot.blocks('a.B')) lines += count;
    expect(lines).toBe(ids.length);
  }

  /** Takes snapshots while somebody writes all the while, and looks at each. */
  async function expectMomentsUpTo(last: number): Promise<void> {
    let running = true;
    const writing = (async () => {
      for (let position = 2; position <= last; position++) await write(position);
      running = false;
    })();
    while (running) {
      const snapshot = await read.snapshot();
      await expectOneMoment(snapshot);
      await snapshot.close();
    }
    await writing;
    expect(await written.checkpoint()).toBe(last);
  }

  return { url: () => server.url, written: () => written, write, expectMomentsUpTo };
}

describe.each(SERVERS)('a snapshot on $name', ({ start }) => {
  const { url, written, write, expectMomentsUpTo } = writtenAndRead(start);

  it('is of documents and checkpoint of one moment, though somebody writes all the while', () =>
    expectMomentsUpTo(39));

  it('keeps nobody from writing once its holder has gone', async () => {
    const client = await new MongoClient(url()).connect();
    const holder = { holder: holderName(), token: 1, beat: 1 };
    const id = `things.${written().number}`;
    await client
      .db()
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: `holding ${id}`, ...holder });
    await client
      .db()
      .collection<{ _id: string }>('checkpoints')
      .updateOne({ _id: id }, { $set: { held: 'by somebody' } });
    await client.close();
    await write(2);
    expect(await written().checkpoint()).toBe(2);
  });
});

describeOnSmallMongoDb('a snapshot on a MongoDB 4.4 that answers slowly', (start) => {
  let server: MongoDbServer;
  const { expectMomentsUpTo } = writtenAndRead(async () => (server = await start({ wireVersion: 9 })));

  it('makes whoever writes wait while the last step of the copy is read', async () => {
    // What came since the copy began, and which documents are still there: both are read while nobody may write.
    const isLastStep = ({ find, filter, projection }: Document) =>
      String(find).startsWith('g.things.') &&
      ((filter as Document | undefined)?.p !== undefined ||
        Object.keys(projection as object).join() === '_id');
    server.fail('slow', isLastStep, 4);
    await expectMomentsUpTo(60);
  });
});

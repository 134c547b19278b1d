// One moment of a generation while others write: on servers that keep moments, and on those that only say so.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { holderName } from '../../../projections/lease-holder.js';
import { openMongoReadModels } from '../../../projections/mongo/mongo-read-models.js';
import type { Generation, ReadModels, Snapshot } from '../../../projections/read-model.js';
import { type MongoDbServer, startMongoDb } from '../../engines/mongodb/start-mongodb.js';

const SERVERS = [
  ['7.0', {}],
  ['4.4', { wireVersion: 9 }],
  ['another, which ignores that a moment is asked for', { moments: 'ignored' }],
] as const;

describe.each(SERVERS)('a snapshot on MongoDB %s', (_name, settings) => {
  let server: MongoDbServer;
  let builder: ReadModels;
  let reader: ReadModels;
  let written: Generation;
  let read: Generation;

  beforeEach(async () => {
    server = await startMongoDb(settings);
    builder = await openMongoReadModels(server.url);
    reader = await openMongoReadModels(server.url);
    const { number } = await builder.create('things', 1);
    written = await builder.open('things', number, () => undefined, { token: 1 });
    await write(1);
    read = await reader.open('things', number, () => undefined);
  });
  afterEach(async () => {
    server.heal();
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

  it('is of documents and checkpoint of one moment, though somebody writes all the while', async () => {
    let running = true;
    const writing = (async () => {
      for (let position = 2; position < 40; position++) await write(position);
      running = false;
    })();
    while (running) {
      const snapshot = await read.snapshot();
      await expectOneMoment(snapshot);
      await snapshot.close();
    }
    await writing;
    expect(await written.checkpoint()).toBe(39);
  });

  it('keeps nobody from writing once its holder has gone', async () => {
    const client = await new MongoClient(server.url).connect();
    const holder = { holder: holderName(), token: 1, beat: 1 };
    const id = `things.${written.number}`;
    await client
      .db('daybook')
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: `holding ${id}`, ...holder });
    await client
      .db('daybook')
      .collection<{ _id: string }>('checkpoints')
      .updateOne({ _id: id }, { $set: { held: 'by somebody' } });
    await client.close();
    await write(2);
    expect(await written.checkpoint()).toBe(2);
  });
});

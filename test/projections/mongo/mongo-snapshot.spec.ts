// While another process writes, and on a server without snapshots.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { Generation, Snapshot } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { mongoDbThat } from '#test/engines/test-engines.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';

/** Call in `describe`: one process writes, another reads. */
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

  /** Takes snapshots during writes, and checks each. */
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

  return { snapshot: () => read.snapshot(), expectMomentsUpTo };
}

describe('a snapshot on MongoDB', () => {
  const { expectMomentsUpTo } = writtenAndRead(newMongoDb);

  it('is of documents and checkpoint of one moment while another process writes', () =>
    expectMomentsUpTo(39));
});

describe('a snapshot on a server that ignores read concern "snapshot"', () => {
  const { snapshot } = writtenAndRead(mongoDbThat('one of its kind', { ignoresSnapshots: true }).start);

  it('is refused with what is missing and which server has it', async () => {
    const error = await snapshot().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ReadModelsUnusable);
    expect((error as Error).message).toMatch(
      /has no snapshot reads .* needs a replica set of MongoDB 5\.0 or later/,
    );
  });
});

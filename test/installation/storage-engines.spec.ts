// Opening the engines of a configuration: all of them, or none.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import { readConfiguration } from '#configuration/configuration.js';
import { openStorageEngines, openEventStoreAndReadModels } from '#installation/storage-engines.js';
import { UnusableDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { comment, newStream } from '../event-store/sample-events.js';

let folder: string;
let left: (() => Promise<void>)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-engines-'));
  left = [];
});
afterEach(async () => {
  for (const end of left) await end();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

const NOISE =
  'no database, whatever its name says, and long enough to be taken for one by somebody in a hurry';

/** MongoDB behind a door that counts who is in. */
async function countingMongo() {
  const server = await newMongoDb();
  const inside = new Set<Socket>();
  const door = createServer((socket) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1');
    inside.add(socket.on('close', () => inside.delete(socket) && onward.destroy()).on('error', () => {}));
    onward.on('error', () => {}).on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  left.push(async () => {
    door.close();
    await server.stop();
  });
  const at = `mongodb://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return {
    environment: {
      DAYBOOK_READS: `${at}/daybook?directConnection=true`,
      DAYBOOK_KEYS: `${at}/daybook-keys?directConnection=true`,
      DAYBOOK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    /** Resolves once nobody is, after somebody was. */
    async empty() {
      while (inside.size > 0) await Promise.race([...inside].map((socket) => once(socket, 'close')));
    },
  };
}

describe('opening the engines', () => {
  it('opens what works together', async () => {
    const { store, personal, close } = await openStorageEngines(readConfiguration({ data: folder }, {}));
    await store.append(newStream(), [comment()], 0);
    expect(await personal.open(await personal.seal('ada', 'Ada'))).toBe('Ada');
    await close();
  });

  it('closes the others where one cannot be opened, and tells why', async () => {
    writeFileSync(join(folder, 'events.sqlite'), NOISE);
    const { environment, empty } = await countingMongo();
    await expect(openStorageEngines(readConfiguration({ data: folder }, environment))).rejects.toThrow(
      UnusableDatabaseFile,
    );
    await empty();
  });

  it('tells of all that cannot be opened', async () => {
    for (const name of ['events.sqlite', 'keys.sqlite']) writeFileSync(join(folder, name), NOISE);
    writeFileSync(join(folder, 'master.key'), Buffer.alloc(32, 7).toString('base64'));
    mkdirSync(join(folder, 'reads'));
    writeFileSync(join(folder, 'reads', 'generations.sqlite'), NOISE);
    const failed = (await openStorageEngines(readConfiguration({ data: folder }, {})).catch(
      (error: unknown) => error,
    )) as {
      errors: readonly Error[];
    };
    expect(failed).toBeInstanceOf(AggregateError);
    // A list of read models that is none is set aside, and they are built again from a log that can be read.
    expect(failed.errors.map((error) => error.constructor)).toEqual([
      UnusableDatabaseFile,
      UnusableDatabaseFile,
    ]);
  });

  it('closes everything where the read models are of another log', async () => {
    const { environment, empty } = await countingMongo();
    const [one, other] = ['one', 'other'].map((name) =>
      readConfiguration({ data: join(folder, name) }, environment),
    );
    for (const configuration of [one!, other!]) {
      const { store, close } = await openEventStoreAndReadModels(configuration);
      await store.append(newStream(), [comment()], 0);
      await close();
    }
    await (await openStorageEngines(one!)).close();
    await expect(openStorageEngines(other!)).rejects.toThrow(ReadModelsUnusable);
    await expect(openEventStoreAndReadModels(other!, { ofOneLog: true })).rejects.toThrow(ReadModelsUnusable);
    await (await openEventStoreAndReadModels(other!)).close();
    await empty();
  });
});

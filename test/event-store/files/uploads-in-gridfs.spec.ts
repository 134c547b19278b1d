// Nothing remains after interruptions or concurrent uploads of the same file.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient, type Db } from 'mongodb';
import { buffer } from 'node:stream/consumers';
import { openGridFsFileStore } from '#event-store/files/gridfs/gridfs-file-store.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';

const AT = { prefix: 'open/purchasing.Request-1', name: 'a'.repeat(64) } as const;
const BYTES = Buffer.from('an invoice');

let server: NewMongoDb;
let client: MongoClient;
let database: Db;
let store: FileStore;
beforeAll(async () => {
  server = await newMongoDb();
  client = await new MongoClient(server.url).connect();
  database = client.db('daybook-uploads');
  store = openGridFsFileStore(server.url, 'daybook-uploads');
});
afterAll(async () => {
  await store.close();
  await client.close();
  await server.stop();
});
beforeEach(async () => {
  for (const name of ['files.files', 'files.chunks', 'uploads'])
    await database.collection(name).deleteMany({});
});

const stage = () =>
  store.stageUpload(
    (async function* () {
      yield BYTES;
    })(),
  );
const counts = async () =>
  Promise.all(
    ['files.files', 'files.chunks', 'uploads'].map((name) => database.collection(name).countDocuments({})),
  );
const bytesAt = async () => buffer((await store.read(AT))!);

describe('given a file that is kept', () => {
  beforeEach(async () => {
    await store.commitUpload(await stage(), AT);
  });

  it('when the same is uploaded anew and kept, then one of them is there, and nothing else', async () => {
    expect(await store.commitUpload(await stage(), AT)).toBe(true);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bytesAt()).toEqual(BYTES);
  });

  it('when uploads are discarded, then it stays', async () => {
    await stage();
    expect(await counts()).toEqual([2, 2, 1]);
    expect(await store.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(1);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bytesAt()).toEqual(BYTES);
  });
});

describe('given somebody who fell between keeping a file and taking it off the list of uploads', () => {
  let upload: string;
  beforeEach(async () => {
    upload = await stage();
    const [noted] = await database.collection('uploads').find({}).toArray();
    await store.commitUpload(upload, AT);
    await database.collection('uploads').insertOne(noted!);
    expect(await counts()).toEqual([1, 1, 1]);
  });

  it('when it is kept again, then it is there, and off the list', async () => {
    expect(await store.commitUpload(upload, AT)).toBe(true);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bytesAt()).toEqual(BYTES);
  });

  it('when uploads are discarded, then it is there, and off the list', async () => {
    await store.discardUploadsBefore(new Date(Date.now() + 60_000));
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bytesAt()).toEqual(BYTES);
  });
});

// The driver writes metadata after the bytes.
describe.each(['before', 'behind'])('given somebody who fell in an upload, %s its first bytes', (where) => {
  let upload: string;
  beforeEach(async () => {
    upload = await stage();
    await database.collection('files.files').deleteMany({});
    if (where === 'before') await database.collection('files.chunks').deleteMany({});
  });

  it('when uploads are discarded, then nothing is left of it, and of those that came later', async () => {
    await stage();
    expect(await store.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(2);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('when it is discarded, then nothing is left of it', async () => {
    await store.discardUpload(upload);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('when it is to be kept, then it is not there', async () => {
    expect(await store.commitUpload(upload, AT)).toBe(false);
    expect(await store.read(AT)).toBeUndefined();
  });

  it('when it is to be kept where the same is already, then nothing is left of it', async () => {
    await store.commitUpload(await stage(), AT);
    expect(await store.commitUpload(upload, AT)).toBe(true);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bytesAt()).toEqual(BYTES);
  });
});

describe('given an upload that nobody has kept', () => {
  it('when it is discarded, then nothing of it is left', async () => {
    await store.discardUpload(await stage());
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('when it breaks off, then nothing of it is left', async () => {
    const broken = async function* () {
      yield BYTES;
      throw new Error('the line went dead');
    };
    await expect(store.stageUpload(broken())).rejects.toThrow('the line went dead');
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('given shelves with files', () => {
  it('when one is removed, then its files are gone with their bytes, and the others are told', async () => {
    const other = { ...AT, prefix: 'open/purchasing.Request-2' } as const;
    await store.commitUpload(await stage(), AT);
    await store.commitUpload(await stage(), other);
    expect(await store.removeWithPrefix(AT.prefix)).toBe(1);
    expect(await counts()).toEqual([1, 1, 0]);
    const kept = [];
    for await (const at of store.listKeys()) kept.push(at);
    expect(kept).toEqual([other]);
  });
});

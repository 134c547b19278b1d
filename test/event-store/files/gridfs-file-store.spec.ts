import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openGridFsFileStore } from '#event-store/files/gridfs/gridfs-file-store.js';
import { FileStoreFailure } from '#event-store/files/file-store.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { fileStoreContract } from './file-store.contract.js';

let server: NewMongoDb;
const DATABASE = 'daybook-files';
beforeAll(async () => void (server = await newMongoDb()));
afterAll(() => server.stop());

const reset = async () => {
  const client = await new MongoClient(server.url).connect();
  await client.db(DATABASE).dropDatabase();
  await client.close();
};

fileStoreContract('GridFS', { open: async () => openGridFsFileStore(server.url, DATABASE), reset });

describe('GridFS that is away', () => {
  it('says so, and where it is, without the password', async () => {
    const store = openGridFsFileStore(server.url, DATABASE);
    expect(await store.discardUploadsBefore(new Date())).toBe(0);
    await server.vanish();
    const secret = openGridFsFileStore(server.url.replace('//', '//ada:secret@'), DATABASE);
    const at = { prefix: 'open/a', name: randomBytes(32).toString('hex') } as const;
    const failures = await Promise.all([store, secret].map((each) => each.size(at).catch((error) => error)));
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(FileStoreFailure);
      expect(failure.message).toMatch(/^Files cannot be kept in MongoDB at 127\.0\.0\.1:\d+ \(/);
    }
    await server.comeBack();
    for (const each of [store, secret]) await each.close();
  });
});

describe('the place of files in GridFS', () => {
  it.each([
    ['mongodb://db.example:27017', 'GridFS in mongodb://db.example:27017/daybook'],
    [
      'mongodb://ada:secret@a.example,b.example/admin?tls=true',
      'GridFS in mongodb://a.example,b.example/daybook',
    ],
    ['mongodb+srv://ada:p%40ss@db.example/?tls=true', 'GridFS in mongodb+srv://db.example/daybook'],
  ])('of %s is told without name, password and options', (url, place) => {
    expect(openGridFsFileStore(url, 'daybook').place).toBe(place);
  });
});

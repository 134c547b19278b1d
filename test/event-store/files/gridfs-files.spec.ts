import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { openGridFsFiles } from '#event-store/files/gridfs/gridfs-files.js';
import { FileStoreFailure } from '#event-store/files/file-store.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/new-mongodb.js';
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

fileStoreContract('GridFS', { open: async () => openGridFsFiles(server.url, DATABASE), reset });

describe('GridFS that is away', () => {
  it('says so, and where it is, without the password', async () => {
    const store = openGridFsFiles(server.url, DATABASE);
    expect(await store.discardOlder(new Date())).toBe(0);
    await server.vanish();
    const failed = store.size({ shelf: 'open/a', name: randomBytes(32).toString('hex') });
    await expect(failed).rejects.toThrow(FileStoreFailure);
    await expect(failed).rejects.toThrow('Files cannot be kept in MongoDB at 127.0.0.1');
    await server.comeBack();
    await store.close();
  });
});

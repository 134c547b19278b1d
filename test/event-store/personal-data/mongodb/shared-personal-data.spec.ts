// The server becomes unavailable, loses an answer, or belongs to another installation.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { openSharedPersonalData } from '#event-store/personal-data/mongodb/open-shared-personal-data.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { PersonalDataUnreadable } from '#event-store/personal-data/personal-data-unreadable.js';
import { databaseOf } from '#test/engines/mongodb/drop-database.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';

const ADA = '018f5e9a-0000-7000-8000-000000000001';
const BEN = '018f5e9a-0000-7000-8000-000000000002';
const realNow = performance.now.bind(performance);
let clock: jest.SpiedFunction<typeof performance.now> | undefined;

/** They are cached for a second of this clock. */
function letCachedKeysExpire(): void {
  clock = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + 1_050);
}

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

let url: string;
let opened: PersonalData[];

async function open(masterKey: string | undefined = MASTER_KEY): Promise<PersonalData> {
  const data = await openSharedPersonalData(url, masterKey);
  opened.push(data);
  return data;
}

/** Call in `describe`. */
function serverOf<Server extends NewMongoDb>(start: () => Promise<Server>): () => Server {
  let server: Server;
  beforeEach(async () => {
    server = await start();
    url = keysOn(server.url);
    opened = [];
  });
  afterEach(async () => {
    clock?.mockRestore();
    await Promise.all(opened.map((data) => data.close()));
    await server.stop();
  });
  return () => server;
}

const keysOn = (address: string) => address.replace('/daybook', '/daybook-keys');

describe('keys in MongoDB', () => {
  const server = serverOf(newMongoDb);

  it('are not believed for longer than a second when they cannot be asked for, and are there again afterwards', async () => {
    const data = await open();
    const sealed = await data.seal(ADA, 'Ada');
    await server().vanish();
    letCachedKeysExpire();
    await expect(data.open(sealed)).rejects.toThrow(EventStoreUnavailable);
    await expect(data.seal(BEN, 'Ben')).rejects.toThrow(
      /keys of persons in mongodb:\/\/127\.0\.0\.1:\d+\/daybook-keys\S* cannot be reached/,
    );
    await expect(data.erase(ADA)).rejects.toThrow(EventStoreUnavailable);
    await server().comeBack();
    expect(await data.open(sealed)).toBe('Ada');
  });

  it('leave nothing of a destroyed key in the document', async () => {
    const data = await open();
    await data.seal(ADA, 'Ada');
    await data.erase(ADA);
    const client = new MongoClient(url);
    const [document] = await client.db().collection('keys').find().toArray();
    await client.close();
    expect(document).toEqual({
      _id: ADA,
      wrapped: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('are refused without the master key that machines share, and with another one', async () => {
    await open();
    await expect(open(Buffer.alloc(32, 8).toString('base64'))).rejects.toThrow(
      /does not fit the keys in mongodb:/,
    );
    const unset = openSharedPersonalData(url, undefined);
    await expect(unset).rejects.toThrow(/DAYBOOK_MASTER_KEY is not set/);
    await expect(unset).rejects.toThrow(PersonalDataUnreadable);
  });

  it('are asked about before the first one is kept, and nothing is kept where that is refused', async () => {
    const refuse = async (place: string) => Promise.reject(new Error(`not in ${place}`));
    await expect(openSharedPersonalData(url, MASTER_KEY, refuse)).rejects.toThrow(
      'not in the keys in mongodb://',
    );
    const asked: string[] = [];
    opened.push(await openSharedPersonalData(url, MASTER_KEY, async (place) => void asked.push(place)));
    opened.push(await openSharedPersonalData(url, MASTER_KEY, async (place) => void asked.push(place)));
    expect(asked).toHaveLength(1);
  });

  it('name an address that cannot be used', async () => {
    for (const address of ['mongodb://h/?nonsense=1', 'mongodb+srv://one,two/keys']) {
      const refused = await openSharedPersonalData(address, MASTER_KEY).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(PersonalDataUnreadable);
      expect((refused as Error).message).toMatch(
        /^DAYBOOK_KEYS=mongodb.* cannot be used: .*Write it like mongodb:/,
      );
    }
  });
});

describeOnSmallMongoDb('keys in a MongoDB of their own, or one that fails', (start) => {
  const server = serverOf<MongoDbServer>(start);

  it('are asked for once for a page, and not again within the second', async () => {
    const data = await open();
    const sealed = await Promise.all([ADA, BEN].map((person) => data.seal(person, person)));
    letCachedKeysExpire();
    const before = server().asked.length;
    expect(await data.open({ rows: [sealed, sealed] })).toEqual({
      rows: [
        [ADA, BEN],
        [ADA, BEN],
      ],
    });
    expect(server().asked.slice(before)).toEqual(['find']);
    await data.open(sealed);
    expect(server().asked.slice(before)).toEqual(['find']);
    await data.open({ nothing: 'sealed' });
  });

  it('are given up when the server takes a question and never answers, instead of keeping a page for ever', async () => {
    const data = await open();
    const sealed = await data.seal(ADA, 'Ada');
    letCachedKeysExpire();
    server().fail('silence', 'find', Infinity);
    await expect(data.open(sealed)).rejects.toThrow(EventStoreUnavailable);
    server().heal();
    expect(await data.open(sealed)).toBe('Ada');
  });

  it.each(['answer lost', 'cut before', 'not primary'] as const)(
    'are made and destroyed once when the server says “%s”',
    async (fault) => {
      const data = await open();
      server().fail(fault, 'update');
      const sealed = await data.seal(ADA, 'Ada');
      server().fail(fault, 'find');
      expect(await (await open()).open(sealed)).toBe('Ada');
      server().fail(fault, 'findAndModify');
      const { keyFingerprint } = await data.erase(ADA);
      expect(keyFingerprint).toMatch(/^[0-9a-f]{64}$/);
      expect(await (await open()).open(sealed)).toEqual({ erased: true });
      expect(await data.erase(ADA)).toEqual({ keyFingerprint });
    },
  );

  it('are in a database of their own when the address names none', async () => {
    url = databaseOf(server().url, '');
    const sealed = await (await open()).seal(ADA, 'Ada');
    url = databaseOf(server().url, 'daybook-keys');
    expect(await (await open()).open(sealed)).toBe('Ada');
  });
});

// Nothing acknowledged is lost, and nothing happens twice.
import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { MongoServerError } from 'mongodb';
import { explainConnectionError } from '#projections/engines/mongo/explain-connection-errors.js';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import {
  GenerationInUse,
  QueryTimeout,
  ReadModelsUnavailable,
  ReadModelsUnusable,
  WrittenElsewhere,
} from '#projections/port/read-model-errors.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { mongoDbThat } from '#test/engines/test-engines.js';
import { newMongoDb, type NewMongoDb } from '#test/engines/empty-mongodb.js';
import { describeOnSmallMongoDb } from '#test/engines/describe-on-small-mongodb.js';
import { createChangeWaiter } from '../wait-for-change.js';
import { things } from './test-read-model.js';

const SHAPE: CollectionIndexes = { indexes: [['text']], text: ['text'] };

/** A generation with one document. */
function working<Server extends NewMongoDb>(start: () => Promise<Server>) {
  const here = things(start, { shape: SHAPE, token: 1 }, () => write('first', 1));
  const write = (id: string, position: number): Promise<void> =>
    here.generation.write([{ collection: 'a.B', id, document: { position } }], position);
  const documents = async (): Promise<readonly unknown[]> =>
    (await here.generation.find('a.B', { sort: { path: 'position' }, limit: 100 })).documents;
  const again = async () => {
    for (;;)
      try {
        return await here.readModels.active('things');
      } catch (error) {
        expect(error).toBeInstanceOf(ReadModelsUnavailable);
      }
  };
  return { here, write, documents, again };
}

describe('MongoDB that goes and comes back', () => {
  const { here, write, documents, again } = working(newMongoDb);

  it('is said to be away, in words and without a password, and works again by itself when it is back', async () => {
    await here.server.vanish();
    const away = await Promise.all(
      [
        () => documents(),
        () => here.generation.get('a.B', 'first'),
        () => here.generation.count('a.B'),
        () => here.generation.countBy('a.B', 'text'),
        () => here.generation.checkpoint(),
        () => here.readModels.active('things'),
        () => here.readModels.lease('projections'),
        () => here.readModels.changeLease('l', undefined, { holder: 'a', token: 1, beat: 1 }),
        () => write('second', 2),
      ].map((ask) => ask().then(String, (error: unknown) => error)),
    );
    for (const error of away) expect(error).toBeInstanceOf(ReadModelsUnavailable);
    expect((away[0] as Error).message).toMatch(/\/daybook\S* cannot be reached/);
    await here.server.comeBack();
    await again();
    expect(await documents()).toEqual([{ position: 1 }]);
    await write('second', 2);
    expect(await documents()).toEqual([{ position: 1 }, { position: 2 }]);
  });

  it('tells of generations that were switched while nobody could ask', async () => {
    const elsewhere = await openMongoReadModels(here.server.url);
    const told = createChangeWaiter(here.readModels);
    await here.server.vanish();
    await here.server.comeBack();
    const { number } = here.generation;
    await elsewhere.activate('things', number).catch(() => elsewhere.activate('things', number));
    await told('the switch');
    expect((await here.readModels.active('things'))!.number).toBe(number);
    await elsewhere.close();
  });
});

describeOnSmallMongoDb('MongoDB that fails', (start) => {
  const { here, write, documents, again } = working(start);

  it('gives every question of a page so much time, and says which it could not answer in it', async () => {
    here.server.fail({ code: 50 }, ({ maxTimeMS }) => maxTimeMS !== undefined, Number.MAX_SAFE_INTEGER);
    const asked = [
      () => documents(),
      () => here.generation.find('a.B', { filter: { $text: 'x' }, limit: 1 }),
      () => here.generation.get('a.B', 'first'),
      () => here.generation.count('a.B'),
      () => here.generation.countBy('a.B', 'text'),
    ];
    for (const ask of asked) await expect(ask()).rejects.toThrow(QueryTimeout);
    here.server.heal();
    expect(await documents()).toEqual([{ position: 1 }]);
  });

  it.each(['answer lost', 'cut before'] as const)(
    'says “%s” to every command in turn, and each write is done once',
    async (fault) => {
      for (let position = 2; position <= 12; position++) {
        let left = position - 2;
        here.server.fail(fault, () => left-- === 0);
        await write(`p${position}`, position).catch(async (error: unknown) => {
          expect(error).toBeInstanceOf(ReadModelsUnavailable);
          await again();
          await settle(`p${position}`, position);
        });
        here.server.heal();
        expect(await here.generation.checkpoint()).toBe(position);
        expect(await documents()).toHaveLength(position);
      }
    },
  );

  /** As a projector: repeats what was not stored, with a new handle where in doubt. */
  async function settle(id: string, position: number): Promise<void> {
    try {
      await write(id, position);
    } catch (error) {
      expect(error).toBeInstanceOf(WrittenElsewhere);
      const { number } = here.generation;
      await here.generation.close();
      here.generation = await here.readModels.open('things', number, () => SHAPE, { token: 1 });
      await write(id, position);
    }
  }

  it('answers slowly, and is waited for', async () => {
    here.server.fail('slow', undefined, 3);
    await write('second', 2);
    expect(await documents()).toHaveLength(2);
  });
});

describeOnSmallMongoDb('MongoDB with transactions', (start) => {
  const here = things(start, { shape: SHAPE }, () => write(1));
  const write = (position: number): Promise<void> =>
    here.generation.write([{ collection: 'a.B', id: `p${position}`, document: { position } }], position);

  it.each(['answer lost', 'cut before', 'not primary', 'transient'] as const)(
    'commits once where “%s” hits the commit',
    async (fault) => {
      here.server.fail(fault, 'commitTransaction', 2);
      await write(2);
      expect(await here.generation.checkpoint()).toBe(2);
      expect((await here.generation.count('a.B')).count).toBe(2);
      await write(3);
    },
  );

  it.each(['insert', 'find', 'update'])(
    'tries again where “%s” meets a conflict or a step-down',
    async (command) => {
      here.server.fail('transient', command);
      await write(2);
      here.server.fail('not primary', command);
      await write(3);
      expect(await here.generation.checkpoint()).toBe(3);
      expect((await here.generation.count('a.B')).count).toBe(3);
    },
  );
});

describe('a generation that is filled in bulk', () => {
  it('is filled by one process at a time, and opened by no other meanwhile', async () => {
    const server = await newMongoDb();
    const [one, other] = [await openMongoReadModels(server.url), await openMongoReadModels(server.url)];
    const { number } = await one.create('things', 1);
    const filling = await one.open('things', number, () => SHAPE, { bulk: true });
    const doc = { collection: 'a.B', id: 'a', document: { position: 1, text: 'apple' } };
    await filling.write([doc], 1);
    await expect(other.open('things', number, () => SHAPE, { bulk: true })).rejects.toThrow(GenerationInUse);
    await expect(other.open('things', number, () => SHAPE)).rejects.toThrow(GenerationInUse);
    await filling.reshape();
    const opened = await other.open('things', number, () => SHAPE);
    expect((await opened.find('a.B', { filter: { $text: 'app' }, limit: 5 })).documents).toHaveLength(1);
    await filling.write([], 2);
    for (const each of [opened, filling]) await each.close();
    for (const each of [one, other]) await each.close();
    await server.stop();
  });
});

describeOnSmallMongoDb('a generation that nobody fills any more', (start) => {
  it('is taken over where who filled it stands still, and that one writes nothing any more', async () => {
    const server = await start();
    const [one, other] = [await openMongoReadModels(server.url), await openMongoReadModels(server.url)];
    const { number } = await one.create('things', 1);
    const stalled = await one.open('things', number, () => SHAPE, { bulk: true });
    const doc = (position: number) => ({ collection: 'a.B', id: 'a', document: { position } });
    await stalled.write([doc(1)], 1);
    // Its heartbeats stop, as others see it.
    const isBeat = (command: object) => 'update' in command && command.update === 'leases';
    server.fail('silence', isBeat, 1);
    const next = await other.open('things', number, () => SHAPE, { bulk: true });
    await expect(stalled.write([doc(2)], 2)).rejects.toThrow(WrittenElsewhere);
    await next.write([doc(3)], 3);
    expect(await next.get('a.B', 'a')).toEqual({ position: 3 });
    await next.close();
    // Its client still waits for an answer.
    await one.close();
    await stalled.close();
    await other.close();
    await server.stop();
  }, 40_000);
});

describe('opening read models on MongoDB', () => {
  const opened = (url: string) => openMongoReadModels(url).then(String, (error: unknown) => error as Error);

  it('is refused where nobody answers, with what to do, without the password', async () => {
    const error = await opened('mongodb://ada:s3cret@127.0.0.1:1/daybook?serverSelectionTimeoutMS=200');
    expect(error).toBeInstanceOf(ReadModelsUnavailable);
    expect((error as Error).message).toContain('mongodb://127.0.0.1:1/daybook does not answer');
    expect((error as Error).message).not.toContain('s3cret');
  });

  it('waits for a server that starts a moment later', async () => {
    const server = await newMongoDb();
    await server.vanish();
    const opening = openMongoReadModels(server.url);
    await server.comeBack();
    const readModels = await opening;
    expect(await readModels.generations('things')).toEqual([]);
    await readModels.close();
    await server.stop();
  });

  it('is refused with wrong credentials', async () => {
    const server = await newMongoDb();
    const error = await opened(server.url.replace('//', '//ada:s3cret@'));
    expect(error).toBeInstanceOf(ReadModelsUnusable);
    expect((error as Error).message).toContain('Check user and password');
    expect((error as Error).message).not.toContain('s3cret');
    await server.stop();
  });

  it('is refused by a server alone, with the command that makes it a replica set', async () => {
    const server = await mongoDbThat('one of its kind', { as: 'alone' }).start();
    const error = await opened(server.url);
    expect(error).toBeInstanceOf(ReadModelsUnusable);
    expect((error as Error).message).toContain('--replSet rs0');
    expect((error as Error).message).toContain(`mongosh ${server.url} --eval 'rs.initiate()'`);
    await server.stop();
  });

  it('says what is missing where the replica set has not been made yet', async () => {
    const server = await mongoDbThat('one of its kind', { as: 'not initiated' }).start();
    const error = await opened(`${server.url}?serverSelectionTimeoutMS=200`);
    expect(error).toBeInstanceOf(ReadModelsUnavailable);
    expect((error as Error).message).toContain("--eval 'rs.initiate()'");
    await server.stop();
  }, 20_000);

  it.each([
    ['4.2', 'is too old'],
    ['4.4', 'is version 4.4.0.'],
  ] as const)(
    'is refused by a MongoDB %s, which says its version and the one that is needed',
    async (release, found) => {
      const server = await mongoDbThat('one of its kind', { release }).start();
      const error = await opened(server.url);
      expect(error).toBeInstanceOf(ReadModelsUnusable);
      expect((error as Error).message).toContain(found);
      expect((error as Error).message).toContain('Daybook needs a replica set of MongoDB 5.0 or later');
      await server.stop();
    },
  );

  it('is refused by a server too old to know the command hello', () => {
    const unknown = new MongoServerError({ message: "no such command: 'hello'", code: 59 });
    const error = explainConnectionError('mongodb://here', unknown);
    expect(error).toBeInstanceOf(ReadModelsUnusable);
    expect(error.message).toContain('Daybook needs a replica set of MongoDB 5.0 or later');
  });

  it('is accepted by a MongoDB 5.0', async () => {
    const server = await mongoDbThat('one of its kind', { release: '5.0' }).start();
    const readModels = await openMongoReadModels(server.url);
    expect(await readModels.generations('things')).toEqual([]);
    await readModels.close();
    await server.stop();
  });

  it('is refused where something else answers', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy());
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const error = await opened(`mongodb://127.0.0.1:${port}/daybook?serverSelectionTimeoutMS=200`);
    expect([ReadModelsUnavailable, ReadModelsUnusable]).toContain((error as Error).constructor);
    await new Promise((resolve) => other.close(resolve));
  });

  it.each([
    ['nonsense', 'cannot be read'],
    ['mongodb://', 'cannot be read'],
    ['mongodb://host/a.b', 'name of a database'],
    ['mongodb://host/daybook?noSuchOption=1', 'cannot be used'],
    ['mongodb://host/daybook?w=nonsense&journal=maybe', 'cannot be used'],
  ])('is refused at once for %s', async (url, reason) => {
    const error = await opened(url);
    expect(error).toBeInstanceOf(ReadModelsUnusable);
    expect((error as Error).message).toContain(reason);
  });
});

// The driver's client as Daybook uses it, on connections that end while nobody looks.
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from '#platform/mongo-client.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '../engines/describe-on-small-mongodb.js';

describeOnSmallMongoDb('a client of a MongoDB', (start) => {
  describe.each([{ as: 'replica set' }, { as: 'alone' }] as const)('$as', ({ as }) => {
    const sockets = new Set<Socket>();
    const remember = (message: unknown) => void sockets.add((message as { readonly socket: Socket }).socket);
    let server: MongoDbServer;
    let client: MongoClient;

    beforeEach(async () => {
      diagnostics.subscribe('net.client.socket', remember);
      server = await start({ as });
      client = new MongoClient(server.url, { maxPoolSize: 1 });
      await client.db().collection('leases').insertOne({ beat: 0 });
    });
    afterEach(async () => {
      await client.close();
      await server.stop();
      diagnostics.unsubscribe('net.client.socket', remember);
      sockets.clear();
    });

    // The socket is destroyed, and its `close` is told a turn of the event loop later: the driver does not know yet.
    const end = () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    };

    it('reads on another connection where its own has just ended', async () => {
      for (let at = 0; at < 5; at++) {
        end();
        expect(await client.db().collection('leases').findOne({})).toMatchObject({ beat: 0 });
      }
    });

    it('writes on another connection, or says that it could not', async () => {
      let written = 0;
      for (let at = 0; at < 5; at++) {
        end();
        const count = () =>
          client
            .db()
            .collection('leases')
            .updateOne({}, { $inc: { beat: 1 } });
        await count().then(
          () => written++,
          (error: unknown) => expect(String(error)).toMatch(/closed/),
        );
      }
      if (as === 'replica set') expect(written).toBe(5);
      expect(await client.db().collection('leases').findOne({})).toMatchObject({ beat: written });
    });

    it('writes on another connection where its own takes no more bytes, after the time that a silence may take', async () => {
      const patient = new MongoClient(server.url, {
        maxPoolSize: 1,
        socketTimeoutMS: 3_000,
        heartbeatFrequencyMS: 500,
      });
      const collection = patient.db().collection<{ _id: string; text: string }>('large');
      await collection.insertOne({ _id: 'first', text: '' });
      server.freezeConnections();
      // More than the system keeps for a connection.
      const text = 'x'.repeat(15_000_000);
      const writing = collection.insertOne({ _id: 'second', text }).then(String, String);
      if (as === 'replica set') expect(await writing).not.toMatch(/Error/);
      else expect(await writing).toMatch(/closed|timed out/);
      expect(await collection.countDocuments()).toBe(as === 'replica set' ? 2 : 1);
      await patient.close();
    });
  });
});

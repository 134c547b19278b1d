// The driver's client as Daybook uses it, on connections that end while nobody looks.
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from '../src/mongo-client.js';
import { type MongoDbServer, startMongoDb } from './engines/mongodb/start-mongodb.js';

describe.each([{ transactions: true }, { transactions: false }])(
  'a client of a MongoDB with $transactions as transactions',
  ({ transactions }) => {
    const sockets = new Set<Socket>();
    const remember = (message: unknown) => void sockets.add((message as { readonly socket: Socket }).socket);
    let server: MongoDbServer;
    let client: MongoClient;

    beforeEach(async () => {
      diagnostics.subscribe('net.client.socket', remember);
      server = await startMongoDb({ transactions });
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
      if (transactions) expect(written).toBe(5);
      expect(await client.db().collection('leases').findOne({})).toMatchObject({ beat: written });
    });
  },
);

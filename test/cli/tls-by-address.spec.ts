// In a separate process, as Node's warnings do not reach Jest's copy of `process`.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { daybook, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
let server: EventStoreDbServer;

beforeAll(async () => {
  server = await startEventStoreDb({ tls: true });
});
afterAll(async () => {
  await server.stop();
  remove(folder);
});

describe('EventStoreDB over TLS, named by its IP address', () => {
  it.each([['publish', PERMITS], ['status'], ['events']])(
    '%s prints no warning of Node’s',
    async (...words) => {
      const url = server.url.replace('localhost', '127.0.0.1');
      const around = { data: join(folder, 'data'), environment: { DAYBOOK_EVENTS: url } };
      expect(await daybook(words, around)).toMatchObject({ code: 0, err: '' });
    },
  );
});

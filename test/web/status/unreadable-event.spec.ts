// Unreadable, oversized and truncated events in EventStoreDB: health, status page and `daybook status` report them, and writes that no page would show are refused.
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectInstallation } from '#status/inspect-installation.js';
import {
  startEventStoreDb,
  type EventStoreDbServer,
  type EventStoreDbSettings,
} from '#test/engines/eventstoredb/start-eventstoredb.js';
import { startDaybook, type Daybook } from '../daybook.js';

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of left.splice(0).reverse()) await end();
});

async function onEventStoreDb(
  settings: EventStoreDbSettings = {},
): Promise<{ server: EventStoreDbServer; daybook: Daybook }> {
  const server = await startEventStoreDb(settings);
  left.push(() => server.stop());
  const daybook = await startDaybook({ on: { events: { engine: 'eventstoredb', url: server.url } } });
  left.push(() => daybook.close());
  return { server, daybook };
}

const order = (title: string) => ({ fields: { title } });

describe('an event that cannot be read', () => {
  it('stops everything loudly: health, status page, daybook status and commands say where it is', async () => {
    const { server, daybook } = await onEventStoreDb();
    const [clerk, admin] = [await daybook.as('clerk'), await daybook.as('admin')];
    const meanwhile = server.log.append.bind(server.log);
    // Truncates the next written event.
    server.log.append = (stream, [first, ...rest], expected) => {
      server.log.append = meanwhile;
      return meanwhile(stream, [{ ...first!, data: Buffer.from('{"half') }, ...rest], expected);
    };
    expect((await clerk.post('/api/orders/Order').send(order('Paper'))).status).toBe(201);
    let health = await clerk.get('/-/health');
    for (let tries = 0; health.status !== 503 && tries < 200; tries++) {
      await wait(25);
      health = await clerk.get('/-/health');
    }
    expect([health.status, health.text]).toEqual([
      503,
      expect.stringMatching(/the log is damaged at event \d+/),
    ]);
    const refused = await clerk.post('/api/orders/Order').send(order('Pens'));
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringContaining('the log is damaged at event'),
    ]);
    const page = await admin.get('/-/status');
    expect(page.text).toMatch(
      /event \d+ of the log \(\S+, version \d+\) is damaged.*restore the log from a backup/s,
    );
    const { configuration } = daybook.installation;
    for (let tries = 0; tries < 200; tries++) {
      const { failures } = await inspectInstallation(configuration, false);
      if (failures.length > 0) break;
      await wait(25);
    }
    const { failures } = await inspectInstallation(configuration, false);
    expect(failures.map(({ error }) => error).join()).toMatch(/version \d+\) is damaged/);
  });
});

describe('what is too large for the server', () => {
  it('is 413, in words, and whatever fits goes on', async () => {
    const { daybook } = await onEventStoreDb({ maxAppendSize: 6_000 });
    const clerk = await daybook.as('clerk');
    const lines = Array.from({ length: 40 }, () => ({ item: 'A4', quantity: 2, price: '12.50' }));
    const large = await clerk
      .post('/api/orders/Order')
      .send({ fields: { title: 'Paper', notes: 'x'.repeat(5_000), lines } });
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE_TO_STORE']);
    expect(large.text).toMatch(/more than can be stored at once \(6,000 bytes\)/);
    const { status, body } = await clerk.post('/api/orders/Order').send(order('Paper'));
    await daybook.settled();
    const opened = await clerk.get(`/api/orders/Order/${body.id}`);
    // The number of the oversized event is reused, or its loss is explained at the next start.
    expect([status, opened.text]).toEqual([201, expect.stringMatching(/O-\d{4}-00[12]/)]);
  });
});

describe('a record whose stream was cut', () => {
  it('is told of as missing from the log, and other records go on', async () => {
    const { server, daybook } = await onEventStoreDb();
    const clerk = await daybook.as('clerk');
    const { body } = await clerk.post('/api/orders/Order').send(order('Paper'));
    server.log.softDelete(`orders.Order-${body.id}`);
    const answer = await clerk.post(`/api/orders/Order/${body.id}/comments`).send({ text: 'Hello?' });
    expect([answer.status, answer.text]).toEqual([
      503,
      expect.stringContaining(`events are missing from the log, of orders.Order-${body.id}`),
    ]);
    // Reads the last known event, which is gone.
    expect((await clerk.get('/-/health')).text).toContain('events are missing from a stream of the log');
    expect((await clerk.post('/api/orders/Order').send(order('Pens'))).status).toBe(201);
  });
});

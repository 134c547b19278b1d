// EventStoreDB revokes the right to write and grants it again.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectInstallation } from '#status/inspect-installation.js';
import { startEventStoreDb, type EventStoreDbServer } from '#test/engines/eventstoredb/start-eventstoredb.js';
import { startDaybook, type Browser, type Daybook } from '../daybook.js';

let server: EventStoreDbServer;
let daybook: Daybook;
let clerk: Browser;
let admin: Browser;

beforeAll(async () => {
  // Without TLS the server authenticates nobody.
  server = await startEventStoreDb({ tls: true, credentials: 'daybook:geheim' });
  const url = server.url.replace('//', '//daybook:geheim@');
  daybook = await startDaybook({ on: { events: { engine: 'eventstoredb', url } } });
  [clerk, admin] = [await daybook.as('clerk'), await daybook.as('admin')];
});
afterAll(async () => {
  await daybook?.close();
  await server?.stop();
});

const open = () => clerk.post('/api/orders/Order').send({ fields: { title: 'Paper' } });

describe('a name that may not write any more', () => {
  it('is told of by answers, health, status page and daybook status, until it may', async () => {
    expect((await open()).status).toBe(201);
    server.forbid('write');
    const refused = await open();
    expect([refused.status, refused.body.code]).toEqual([503, 'RIGHT_MISSING']);
    expect(refused.text).toContain('the event store does not let Daybook write to a stream');
    expect((await clerk.get('/orders/orders')).status).toBe(200);
    const health = await clerk.get('/-/health');
    expect([health.status, health.text]).toEqual([
      503,
      expect.stringContaining('does not let Daybook write to a stream'),
    ]);
    expect((await admin.get('/-/status')).text).toMatch(/write to the stream .*\$w of \$userStreamAcl/s);
    await expect(inspectInstallation(daybook.installation.configuration, false)).rejects.toThrow(
      /write to ordinary streams.*\$w/,
    );
    server.allow();
    while ((await clerk.get('/-/health')).status !== 200) await wait(50);
    expect((await open()).status).toBe(201);
  });

  it('and is told of where the log may not be read, and followed again once it may', async () => {
    server.forbid('read', '$all');
    const why = async () => (await clerk.get('/-/health')).text;
    expect(await why()).toContain('right missing');
    expect(await why()).toContain('does not let Daybook read the log');
    server.allow();
    while ((await clerk.get('/-/health')).status !== 200) await wait(50);
    expect((await open()).status).toBe(201);
  });
});

// Health recovers soon after an unresponsive log server answers again, also without writes.
import { afterEach, it, expect } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import { openTcpProxy } from '../engines/tcp-proxy.js';
import { startEventStoreDb } from '../engines/eventstoredb/start-eventstoredb.js';
import { newFolder, startDaybook } from '../web/daybook.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('health is well again after a silence in which nobody wrote', async () => {
  const folder = newFolder();
  ends.push(() => rmSync(folder, { recursive: true }));
  const server = await startEventStoreDb();
  ends.push(() => server.stop());
  const door = await openTcpProxy(server.port);
  ends.push(() => door.close());
  const url = `esdb://127.0.0.1:${door.port}?tls=false&keepAliveInterval=10000&keepAliveTimeout=200`;
  const daybook = await startDaybook({ folder, on: { events: { engine: 'eventstoredb', url } } });
  ends.push(() => daybook.close());
  const becomes = async (what: (health: string) => boolean) => {
    for (let tries = 0; tries < 200; tries++) {
      const { status, text } = await daybook.browser().get('/-/health');
      if (what(`${status} ${text}`)) return;
      await wait(100);
    }
    throw new Error('health never became so');
  };
  const isWell = (health: string) =>
    health.startsWith('200') && !health.includes('"troubled":true') && health.includes('"told":[]');
  await becomes(isWell);
  door.fallSilent();
  await becomes((health) => health.startsWith('503') && health.includes('"troubled":true'));
  const statusAt = async (address: string) => (await daybook.browser().get(address)).status;
  // A restart does not help where an engine is unavailable, but no requests should be routed here.
  expect([await statusAt('/-/live'), await statusAt('/-/ready')]).toEqual([200, 503]);
  door.forward();
  await becomes(isWell);
}, 60_000);

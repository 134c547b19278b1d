// A log has the same hash in a file and on EventStoreDB.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEventStoreDb, type EventStoreDbServer } from '../engines/eventstoredb/start-eventstoredb.js';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
let server: EventStoreDbServer;
let copied: { data: string; environment: Record<string, string> };

interface Hash {
  readonly events: number;
  readonly sha256: string;
}
const hashOf = async (around: Parameters<typeof daybook>[1]) => {
  const { log } = JSON.parse((await daybook(['status', '--json'], around)).out) as { log: { hash: Hash } };
  return { events: log.hash.events, sha256: log.hash.sha256 };
};

beforeAll(async () => {
  server = await startEventStoreDb();
  copied = { data: join(folder, 'copied'), environment: { DAYBOOK_EVENTS: server.url } };
  await done(['publish', PERMITS, '--reason', 'first'], { data });
  await done(['copy', '--from', `sqlite:${join(data, 'events.sqlite')}`, '--to', server.url]);
});
afterAll(async () => {
  await server.stop();
  remove(folder);
});

describe('given a log that was copied from a file to EventStoreDB', () => {
  it('then status tells the same hash of both, and --expect finds it', async () => {
    const kept = await hashOf({ data });
    expect(kept.events).toBeGreaterThan(0);
    expect(await hashOf(copied)).toEqual(kept);
    const { out } = await daybook(['status', '--expect', `${kept.events}:${kept.sha256}`], copied);
    expect(out).toContain(`the first ${kept.events} events are those whose hash was expected`);
  });

  it('then --expect of another hash says that it is another log, and ends with 1', async () => {
    const { events } = await hashOf(copied);
    const { code, out } = await daybook(['status', '--expect', `${events}:${'a'.repeat(64)}`], copied);
    expect([code, out]).toEqual([1, expect.stringContaining('The log is not the one whose hash was kept')]);
  });
});

// Including processes that are killed or finished.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStream } from '../sample-events.js';
import { compileInto, type Compiled } from '../sqlite/start-process.js';
import { ids, openStore, startServer } from './open-test-store.js';

const SCRIPTS = 'test/event-store/eventstoredb/processes';

let folder: string;
let compiled: Compiled;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-eventstoredb-processes-'));
  compiled = compileInto(folder, { scripts: SCRIPTS });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('several processes', () => {
  it('write to one stream, while connections break: each event once, each version once', async () => {
    const server = await startServer();
    const stream = newStream();
    const breaking = setInterval(() => server.fail('answer lost', 1), 300);
    const written: string[] = [];
    try {
      const running = Array.from({ length: 3 }, () =>
        compiled.run('append-together', server.url, stream, '40'),
      );
      for (const output of await Promise.all(running)) written.push(...(JSON.parse(output) as string[]));
    } finally {
      clearInterval(breaking);
    }
    server.heal();
    const store = await openStore(server.url);
    expect(ids((await store.read(stream)).events).sort()).toEqual(written.sort());
  }, 60_000);

  it('lose nothing that was answered when one is killed, and leave no half of an append', async () => {
    const server = await startServer();
    const stream = newStream();
    const child = compiled.start('append-forever', server.url, stream);
    let answered = 0;
    for await (const line of child.stdout) {
      answered = Number(String(line).trim().split('\n').at(-1));
      if (answered >= 100) break;
    }
    child.kill('SIGKILL');
    await once(child, 'close').catch(() => {});
    const store = await openStore(server.url);
    const { version } = await store.read(stream);
    expect(version).toBeGreaterThanOrEqual(answered);
    expect(version % 5).toBe(0);
  }, 60_000);

  it('end by themselves once the store is closed, though the server was away', async () => {
    const server = await startServer();
    const child = compiled.start('use-and-close', server.url);
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output === 'used\n') await server.vanish();
    }
    expect(output).toBe('used\nEventStoreUnavailable');
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  }, 60_000);
});

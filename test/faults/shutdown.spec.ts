// With a full disk or an unresponsive engine.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { prepareShutdown } from '#platform/shutdown.js';
import { done, newFolder, PERMITS, remove, start } from '../cli/daybook-command.js';

const onPosix = process.platform === 'win32' ? describe.skip : describe;
if (process.platform === 'win32') console.info('Not here: signals to processes. Windows has none.');

onPosix('a process that is told to end', () => {
  const folder = newFolder();
  const data = join(folder, 'data');
  const silent = createServer(() => {});

  beforeAll(async () => {
    await done(['publish', PERMITS], { data });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => {
    silent.close();
    remove(folder);
  });

  it('ends while it builds read models on a full disk', async () => {
    rmSync(join(data, 'reads'), { recursive: true });
    // Read models exceed this limit of 200 KB.
    const limited = ['bash', '-c', 'ulimit -f 200 && exec "$0" "$@"'];
    const serving = start(['serve', '--port', '0', '--no-demo'], { data, through: limited });
    await serving.says(/The read model records does not go on: disk/);
    serving.process.kill('SIGTERM');
    const { code, signal } = await serving.ended;
    expect([code, signal]).toEqual([0, null]);
  });

  it.each([
    ['serve', ['serve', '--port', '0', '--no-demo'], 0],
    ['replay', ['replay'], 130],
  ])('ends %s while it waits for an engine that is silent', async (_, words, expected) => {
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    const environment = { DAYBOOK_EVENTS: `esdb://127.0.0.1:${port}?tls=false` };
    const waiting = start(words, { data: join(folder, 'silent'), environment });
    await connected;
    waiting.process.kill('SIGTERM');
    const { code, signal } = await waiting.ended;
    expect([code, signal]).toEqual([expected, null]);
  });
});

describe('the deadline of a shutdown', () => {
  it('ends the process with its code where it has not ended by itself', async () => {
    const codes: number[] = [];
    const ended = new Promise<void>((resolve) => {
      const exit = (code: number) => {
        codes.push(code);
        resolve();
      };
      const { signal } = prepareShutdown({ code: 3, deadline: 1, exit });
      process.emit('SIGTERM');
      expect(signal.aborted).toBe(true);
    });
    // The timer alone keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await ended;
    clearInterval(alive);
    expect(codes).toEqual([3]);
  });

  it('leaves no listener behind once the command is over', () => {
    const before = process.listenerCount('SIGTERM');
    const { signal, release } = prepareShutdown({ code: 3 });
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
    release();
    expect([process.listenerCount('SIGTERM'), signal.aborted]).toEqual([before, false]);
  });
});

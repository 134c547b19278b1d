import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { allProjections } from '#projections/all-projections.js';
import { replay } from '#projections/replay/replay.js';
import type { Compiled } from '../event-store/sqlite/start-process.js';
import { compileProjectionProcesses } from './compile-processes.js';
import { type Installation, contents, makeInstallation } from './test-installation.js';
import { REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const names = allProjections.map((projection) => projection.name);
const comments = (count: number) =>
  Array.from({ length: count }, () => newEvent('record.commented', { text: 'x' }));

describe('several processes', () => {
  let build: string;
  let processes: Compiled;
  let here: Installation;

  beforeAll(() => {
    build = mkdtempSync(join(tmpdir(), 'daybook-processes-'));
    processes = compileProjectionProcesses(build);
  });
  afterAll(() => rmSync(build, { recursive: true }));
  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(() => here.end());

  const everything = () => Promise.all(names.map((name) => contents(here.readModels, name)));

  it('take up a replay that was killed', async () => {
    await here.append(REQUEST, newEvent('record.opened', opened()));
    for (let at = 0; at < 35; at++) await here.append(REQUEST, ...comments(1000));
    const head = await here.store.head();
    const child = processes.start('replay', here.folder);
    const lines = createInterface(child.stdout);
    // Stored at least once by then, and not yet finished.
    for await (const line of lines) if (Number(line.split(' ')[1]) >= 21_000) break;
    child.kill('SIGKILL');
    await once(child, 'close');

    const replayed = await replay({ ...here, projections: allProjections, shapeOf });

    for (const each of replayed) expect(each).toMatchObject({ outcome: 'activated', position: head });
    expect(replayed[0]!.resumedAt).toBeGreaterThan(0);
    const afterwards = await everything();
    const fresh = await replay({ ...here, projections: allProjections, shapeOf });
    for (const each of fresh) expect(each).toMatchObject({ resumedAt: 0, comparison: { different: 0 } });
    expect(await everything()).toEqual(afterwards);
  }, 180_000);

  it('go on after one that was killed while it followed the log', async () => {
    await here.append(REQUEST, newEvent('record.opened', opened()));
    for (let round = 0; round < 3; round++) {
      const child = processes.start('follow', here.folder);
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      let isAlive = true;
      const appending = (async () => {
        while (isAlive) await here.append(REQUEST, ...comments(3));
      })();
      for (let line = 0; line < 20; line++) await lines.next();
      child.kill('SIGKILL');
      await once(child, 'close');
      isAlive = false;
      await appending;
    }
    const running = await here.start();
    const head = await here.store.head();
    expect(await running.waitFor(head, 10_000)).toBe(true);
    await running.stop();
    const replayed = await replay({ ...here, projections: allProjections, shapeOf, dryRun: true });
    for (const each of replayed) expect(each).toMatchObject({ position: head, comparison: { different: 0 } });
  });
});

// Started at once on an empty folder, so that each may be the first.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPersonalData } from '#event-store/personal-data/open-personal-data.js';
import { type Compiled, compileInto } from '../sqlite/start-process.js';
import { openPersonKeysFile } from '#event-store/personal-data/person-keys-file.js';

const AT_ONCE = 5;

describe('processes that are started at the same moment', () => {
  let build: string;
  let processes: Compiled;
  let folder: string;

  beforeAll(() => {
    build = mkdtempSync(join(tmpdir(), 'daybook-processes-'));
    processes = compileInto(build);
  });
  afterAll(() => rmSync(build, { recursive: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-first-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const together = (name: string, ...files: string[]) => {
    const moment = String(Date.now() + 1_500);
    return Promise.all(Array.from({ length: AT_ONCE }, () => processes.run(name, ...files, moment)));
  };

  it('have the same keys of persons', async () => {
    for (let round = 0; round < 4; round++) {
      const files = [join(folder, `${round}`, 'keys.sqlite'), join(folder, `${round}`, 'master.key')];
      expect(new Set(await together('open-keys', ...files)).size).toBe(1);
    }
  }, 60_000);

  it('make a file once, and read it whole', async () => {
    const told = await together('create-file-once', join(folder, 'secret'));
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toHaveLength(100_000);
    expect(readdirSync(folder)).toEqual(['secret']);
  }, 60_000);

  it('go on where one was killed between making the keys file and the master key', async () => {
    const files = { keys: join(folder, 'keys.sqlite'), masterKey: join(folder, 'master.key') };
    openPersonKeysFile(files.keys).close();
    const personal = openPersonalData(files);
    const sealed = await personal.seal('018f5e9a-0000-7000-8000-000000000001', 'Ada');
    expect(existsSync(files.masterKey)).toBe(true);
    await personal.close();
    const again = openPersonalData(files);
    expect(await again.open(sealed)).toBe('Ada');
    await again.close();
  });
});

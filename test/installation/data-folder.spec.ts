// Nobody else on the machine reads what Daybook keeps: looked at with everything in use, after a kill, and after an upgrade.
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { restrictDataFolder } from '#installation/data-folder.js';
import { readConfiguration } from '#configuration/configuration.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { newFolder, startDaybook } from '../web/daybook.js';
import { addressOf, done, newFolder as cliFolder, remove, start } from '../cli/daybook-command.js';

const folders: string[] = [];
const fresh = (make: () => string) => {
  const folder = make();
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach(remove));

function* everything(folder: string): Iterable<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* everything(join(folder, entry.name));
    else yield join(folder, entry.name);
  }
}

const openIn = (folder: string) =>
  [...everything(folder)].filter((path) => statSync(path).mode & 0o077).map((path) => relative(folder, path));

const namesIn = (folder: string) => [...everything(folder)].map((path) => relative(folder, path));

describe('files of the data folder', () => {
  it('are for the account of Daybook alone while it works, with all that SQLite makes beside them', async () => {
    const data = join(fresh(newFolder), 'deep', 'data');
    const before = process.umask(0);
    try {
      const daybook = await startDaybook({ folder: data });
      await daybook.as('clerk');
      await daybook.settled();
      expect(namesIn(data)).toEqual(
        expect.arrayContaining([
          'events.sqlite',
          'events.sqlite-wal',
          'events.sqlite-shm',
          'keys.sqlite',
          'master.key',
          'session.secret',
          'reads',
          'reads/generations.sqlite-wal',
          'reads/records.1.sqlite-wal',
        ]),
      );
      expect(openIn(data)).toEqual([]);
      await daybook.close();
      expect(openIn(data)).toEqual([]);
    } finally {
      process.umask(before);
    }
  });

  it('are so while a generation fills, journal included', async () => {
    const folder = fresh(newFolder);
    const before = process.umask(0);
    try {
      const readModels = openSqliteReadModels(folder);
      const { number } = await readModels.create('records', 1);
      const filling = await readModels.open('records', number, () => undefined, { bulk: true });
      await filling.write([{ collection: 'c', id: '1', document: { position: 1 } }], 1);
      expect(namesIn(folder)).toContain('records.1.sqlite-journal');
      expect(openIn(folder)).toEqual([]);
      await filling.close();
      await readModels.close();
    } finally {
      process.umask(before);
    }
  });

  it('are tightened at a start where an older Daybook or a copy left them open', async () => {
    const data = fresh(cliFolder);
    await done(['publish', join(import.meta.dirname, '../../specifications/permits.md')], { data });
    for (const path of everything(data)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    const serving = start(['serve', '--port', '0', '--no-demo'], { data });
    await addressOf(serving);
    expect(openIn(data)).toEqual([]);
    serving.process.kill('SIGKILL');
    await serving.ended;
    expect(openIn(data)).toEqual([]);
    expect(serving.out()).not.toContain('Other accounts');
  });

  it('are elsewhere where all engines are, and the folder stays as it is', () => {
    const data = fresh(newFolder);
    chmodSync(data, 0o777);
    const elsewhere = readConfiguration(
      { data },
      {
        DAYBOOK_EVENTS: 'esdb://events.example.org:2113',
        DAYBOOK_READS: 'mongodb://reads.example.org/daybook',
        DAYBOOK_KEYS: 'mongodb://reads.example.org/daybook-keys',
        DAYBOOK_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    );
    expect(restrictDataFolder(elsewhere)).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o777);
  });

  it('in a folder that many share stay named, and the folder is left alone', () => {
    const data = join(fresh(newFolder), 'shared');
    mkdirSync(data);
    chmodSync(data, 0o1777);
    expect(restrictDataFolder(readConfiguration({ data }, {}))).toEqual([data]);
    expect(statSync(data).mode & 0o7777).toBe(0o1777);
  });
});

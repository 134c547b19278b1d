import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const files = join(data, 'files');
let server: NewMongoDb;
let reads: string;

beforeAll(async () => {
  server = await newMongoDb();
  reads = server.url;
  await done(['publish', PERMITS], { data });
  const store = openFolderFileStore(files);
  for (const size of [10, 400_000]) {
    const bytes = randomBytes(size);
    const once = async function* () {
      yield bytes;
    };
    const name = createHash('sha256').update(bytes).digest('hex');
    await store.commitUpload(await store.stageUpload(once()), { prefix: 'open/permits.Application-1', name });
  }
});
afterAll(async () => {
  await server.stop();
  remove(folder);
});

const from = `sqlite:${join(data, 'events.sqlite')}`;
const to = (name: string) => ['--to', `sqlite:${join(folder, `${name}.sqlite`)}`];
const bytesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(path, name)).toString('base64')]);

describe('daybook copy with files', () => {
  it('moves them to GridFS and back, the same to the byte', async () => {
    const back = join(folder, 'back');
    const there = await done([
      'copy',
      '--from',
      from,
      ...to('a'),
      '--files-from',
      `folder:${files}`,
      '--files-to',
      reads,
    ]);
    expect(there).toContain('2 files copied.\nBoth places were read and hold the same 2 files');
    await done(['copy', '--from', from, ...to('a'), '--files-from', reads, '--files-to', `folder:${back}`]);
    expect(bytesIn(join(back, 'kept'))).toEqual(bytesIn(join(files, 'kept')));
    const again = [
      'copy',
      '--from',
      from,
      ...to('a'),
      '--files-from',
      `folder:${files}`,
      '--files-to',
      reads,
    ];
    expect(await done(again)).toContain('0 files copied; 2 were there before.');
    const told = JSON.parse(await done([...again, '--verify-only', '--json'])) as object;
    expect(told).toMatchObject({ files: { files: 2, bytes: 400_010, copied: 0, others: 0 } });
  });

  it('says that they were not copied where nobody asked for it', async () => {
    expect(await done(['copy', '--from', from, ...to('b')])).toContain(
      'Files that people uploaded were not copied: where there are any, run the same command with --files-from and --files-to.',
    );
  });

  it('refuses half of it, one place for both, and what is none, before anything is written', async () => {
    const refused: [string[], RegExp, number][] = [
      [['--files-from', `folder:${files}`], /--files-to is missing/, 2],
      [['--files-from', `folder:${files}`, '--files-to', `folder:${files}`], /in that place already/, 1],
      [['--files-from', files, '--files-to', reads], /--files-from: .* folder:\/srv\/daybook\/files/s, 2],
      [['--files-from', `folder:${folder}/none`, '--files-to', reads], /there is no folder .*none/, 1],
    ];
    for (const [words, why, exit] of refused) {
      const { code, err, out } = await daybook(['copy', '--from', from, ...to('c'), ...words]);
      expect([words, code, out]).toEqual([words, exit, '']);
      expect(err).toMatch(why);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('c.'))).toEqual([]);
  });
});

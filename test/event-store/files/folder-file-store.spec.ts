import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { fileStoreContract } from './file-store.contract.js';

const folder = join(mkdtempSync(join(tmpdir(), 'daybook-files-')), 'files');
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
const reset = async () => rmSync(folder, { recursive: true, force: true });

fileStoreContract('a folder', { open: async () => openFolderFileStore(folder), reset });

describe('the folder of files', () => {
  it("is accessible to Daybook's account only", async () => {
    await reset();
    const store = openFolderFileStore(folder);
    const at = { prefix: 'sealed/somebody', name: 'a'.repeat(64) } as const;
    const one = async function* () {
      yield Buffer.from('secret');
    };
    await store.commitUpload(await store.stageUpload(one()), at);
    await store.stageUpload(one());
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    );
    const modes = new Map([folder, ...paths].map((path) => [path, statSync(path)] as const));
    for (const [path, found] of modes)
      expect([path, found.mode & 0o777]).toEqual([path, found.isDirectory() ? 0o700 : 0o600]);
    expect(paths.filter((path) => modes.get(path)!.isFile())).toHaveLength(2);
  });
});

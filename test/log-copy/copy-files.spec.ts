// Files copied from one place to another: folder and GridFS, both ways.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFiles } from '#log-copy/copy-files.js';
import type { FileStore, BlobKey } from '#event-store/files/file-store.js';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { openGridFsFileStore } from '#event-store/files/gridfs/gridfs-file-store.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';

const root = mkdtempSync(join(tmpdir(), 'daybook-copy-files-'));
let server: NewMongoDb;
beforeAll(async () => void (server = await newMongoDb()));
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
let places = 0;
const folder = () => openFolderFileStore(join(root, `files-${places++}`));
const gridFs = () => openGridFsFileStore(server.url, `files-${places++}`);

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
}
async function keep(store: FileStore, prefix: BlobKey['prefix'], bytes: Buffer): Promise<BlobKey> {
  // Sealed ones are called by something else than their hash.
  const at = { prefix, name: prefix.startsWith('open/') ? sha256(bytes) : randomBytes(32).toString('hex') };
  await store.commitUpload(await store.stageUpload(pieces(bytes)), at);
  return at;
}
async function filled(store: FileStore): Promise<readonly { at: BlobKey; bytes: Buffer }[]> {
  const made = [];
  for (const [index, size] of [0, 1, 300_000, 70_000, 5].entries()) {
    const bytes = randomBytes(size);
    const prefix = index % 2 === 0 ? (`open/claims.Claim-${index}` as const) : (`sealed/${index}` as const);
    made.push({ at: await keep(store, prefix, bytes), bytes });
  }
  await store.stageUpload(pieces(randomBytes(9)));
  return made;
}
const all = async (store: FileStore) => {
  const found: string[] = [];
  for await (const { prefix, name } of store.listKeys()) found.push(`${prefix}/${name}`);
  return found.sort();
};

describe.each([
  ['a folder', 'GridFS', folder, gridFs],
  ['GridFS', 'a folder', gridFs, folder],
])('files copied from %s to %s', (_, __, openFrom, openTo) => {
  it('are all there with their bytes, and what is not kept stays behind', async () => {
    const [from, to] = [openFrom(), openTo()];
    const made = await filled(from);
    const size = made.reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(await copyFiles(from, to)).toEqual({ files: 5, bytes: size, copied: 5, others: 0 });
    expect(await all(to)).toEqual(await all(from));
    for (const { at, bytes } of made) expect((await buffer((await to.read(at))!)).equals(bytes)).toBe(true);
    expect(await to.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(0);
    expect(await copyFiles(from, to)).toEqual({ files: 5, bytes: size, copied: 0, others: 0 });
    await Promise.all([from.close(), to.close()]);
  });

  it('go on where it was interrupted, and nothing half-way is kept', async () => {
    const [from, to] = [openFrom(), openTo()];
    await filled(from);
    const stop = new AbortController();
    const onProgress = ({ files }: { files: number }) => files === 2 && stop.abort();
    const interrupted = copyFiles(from, to, { signal: stop.signal, onProgress });
    await expect(interrupted).rejects.toMatchObject({ name: 'CopyInterrupted' });
    expect(await all(to)).toHaveLength(2);
    expect(await copyFiles(from, to)).toMatchObject({ files: 5, copied: 3 });
    await Promise.all([from.close(), to.close()]);
  });

  it('are refused where the target has another one, or none, and counted where it has more', async () => {
    const [from, to] = [openFrom(), openTo()];
    await filled(from);
    await expect(copyFiles(from, to, { verifyOnly: true })).rejects.toThrow(/^the file open\/.* is not in /);
    expect(await all(to)).toEqual([]);
    await keep(to, 'sealed/somebody-erased', randomBytes(10));
    expect(await copyFiles(from, to)).toMatchObject({ copied: 5, others: 1 });
    const at = { prefix: 'sealed/both', name: 'a'.repeat(64) } as const;
    await from.commitUpload(await from.stageUpload(pieces(randomBytes(10))), at);
    await to.commitUpload(await to.stageUpload(pieces(randomBytes(10))), at);
    for (const verifyOnly of [true, false])
      await expect(copyFiles(from, to, { verifyOnly })).rejects.toThrow(
        /^the file sealed\/both\/a+ is another one in /,
      );
    await Promise.all([from.close(), to.close()]);
  });
});

it('keeps nothing of a file that is damaged at its source', async () => {
  const path = join(root, 'damaged');
  const [from, to] = [openFolderFileStore(path), gridFs()];
  const { prefix, name } = await keep(from, 'open/claims.Claim-1', randomBytes(1_000));
  writeFileSync(join(path, 'kept', prefix, name), randomBytes(1_000));
  await expect(copyFiles(from, to)).rejects.toThrow(/is damaged in the folder .*Restore it from a backup/);
  expect(await all(to)).toEqual([]);
  expect(await to.discardUploadsBefore(new Date(Date.now() + 60_000))).toBe(0);
  expect(statSync(join(path, 'kept', prefix, name)).size).toBe(1_000);
  expect(readdirSync(join(path, 'uploads'))).toEqual([]);
  await to.close();
});

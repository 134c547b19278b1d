// `uploads/<id>` are uncommitted, `kept/<prefix>/<name>` committed.
import { constants } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { makePrivateFolder } from '#platform/private-files.js';
import {
  isUploadId,
  assertBlobKey,
  assertBlobPrefix,
  createUploadId,
  type FileStore,
  type BlobKey,
  type ByteRange,
} from '../file-store.js';
import { translateDiskErrors, isFileMissing, toUndefinedIfFileMissing } from './disk-errors.js';

const PRIVATE_MODE = 0o600;
const PREFIX_KINDS = ['open', 'sealed'] as const;

export function openFolderFileStore(folder: string): FileStore {
  const uploads = join(folder, 'uploads');
  const blobs = join(folder, 'kept');
  const translatingErrors = translateDiskErrors(folder);
  const toPath = (at: BlobKey): string => {
    assertBlobKey(at);
    return join(blobs, at.prefix, at.name);
  };
  return {
    place: `the folder ${folder}`,
    async stageUpload(bytes) {
      const upload = createUploadId();
      const path = join(uploads, upload);
      try {
        await translatingErrors(async () => makePrivateFolder(uploads));
        await writeDurably(path, bytes, translatingErrors);
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      }
      return upload;
    },
    async commitUpload(upload, at) {
      const path = toPath(at);
      if (!isUploadId(upload)) return false;
      return translatingErrors(() => move(join(uploads, upload), path));
    },
    async discardUpload(upload) {
      if (isUploadId(upload)) await translatingErrors(() => rm(join(uploads, upload), { force: true }));
    },
    read: (at, range) => translatingErrors(() => openRange(toPath(at), range)),
    size: (at) => translatingErrors(async () => (await toUndefinedIfFileMissing(stat(toPath(at))))?.size),
    async removeWithPrefix(prefix) {
      assertBlobPrefix(prefix);
      const path = join(blobs, prefix);
      return translatingErrors(async () => {
        const names = (await toUndefinedIfFileMissing(readdir(path))) ?? [];
        await rm(path, { recursive: true, force: true });
        if (names.length > 0) await syncFolder(dirname(path));
        return names.length;
      });
    },
    async *listKeys(beginning) {
      for (const kind of PREFIX_KINDS) {
        if (beginning !== undefined && !beginning.startsWith(`${kind}/`)) continue;
        for await (const owner of listNames(join(blobs, kind))) {
          const prefix = `${kind}/${owner}` as const;
          if (beginning !== undefined && !prefix.startsWith(beginning)) continue;
          for await (const name of listNames(join(blobs, kind, owner))) yield { prefix, name };
        }
      }
    },
    discardUploadsBefore: (than) => translatingErrors(() => discardUploadsBefore(uploads, than)),
    close: async () => {},
  };
}

async function discardUploadsBefore(uploads: string, than: Date): Promise<number> {
  let count = 0;
  for await (const name of listNames(uploads)) {
    const found = await toUndefinedIfFileMissing(stat(join(uploads, name)));
    if (!found || found.mtimeMs >= than.getTime()) continue;
    await rm(join(uploads, name), { force: true });
    count++;
  }
  return count;
}

/** Throws errors of the source unchanged. */
async function writeDurably(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  translatingErrors: ReturnType<typeof translateDiskErrors>,
): Promise<void> {
  const file = await translatingErrors(() => open(path, 'wx', PRIVATE_MODE));
  try {
    for await (const piece of bytes) await translatingErrors(() => writeAll(file, piece));
    await translatingErrors(() => file.sync());
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
}

async function move(from: string, to: string): Promise<boolean> {
  makePrivateFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if (!isFileMissing(error)) throw error;
    return (await toUndefinedIfFileMissing(stat(to))) !== undefined;
  }
  await syncFolder(dirname(to));
  await syncFolder(dirname(dirname(to)));
  return true;
}

/** A moved file survives a power cut only if its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and syncs them itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openRange(path: string, range: ByteRange | undefined) {
  const file = await toUndefinedIfFileMissing(open(path, 'r'));
  if (!file) return undefined;
  const bounds = range && { start: range.start, end: range.end - 1 };
  if (range && range.end <= range.start) {
    await file.close();
    return Readable.from([]);
  }
  return file.createReadStream({ ...bounds, highWaterMark: 256 * 1024 });
}

async function* listNames(folder: string): AsyncGenerator<string> {
  const found = await toUndefinedIfFileMissing(opendir(folder));
  if (found) for await (const { name } of found) yield name;
}

// Files in a folder of this machine: `uploads/<id>` is nobody's yet, `kept/<shelf>/<name>` is a record's or a person's.
import { constants } from 'node:fs';
import { open, opendir, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { makePrivateFolder } from '#platform/private-files.js';
import {
  isUpload,
  mustBeAPlace,
  mustBeAShelf,
  newUpload,
  type FileStore,
  type KeptAt,
  type ByteRange,
} from '../file-store.js';
import { translateDiskErrors, isFileMissing, unlessMissing } from './disk-errors.js';

const FILE = 0o600;
const SHELVES = ['open', 'sealed'] as const;

export function openFolderFiles(folder: string): FileStore {
  const uploads = join(folder, 'uploads');
  const kept = join(folder, 'kept');
  const asking = translateDiskErrors(folder);
  const pathOf = (at: KeptAt): string => {
    mustBeAPlace(at);
    return join(kept, at.shelf, at.name);
  };
  return {
    place: `the folder ${folder}`,
    async stage(bytes) {
      const upload = newUpload();
      const path = join(uploads, upload);
      try {
        await asking(async () => makePrivateFolder(uploads));
        await write(path, bytes, asking);
      } catch (error) {
        await rm(path, { force: true }).catch(() => {});
        throw error;
      }
      return upload;
    },
    async keep(upload, at) {
      const path = pathOf(at);
      if (!isUpload(upload)) return false;
      return asking(() => move(join(uploads, upload), path));
    },
    async discard(upload) {
      if (isUpload(upload)) await asking(() => rm(join(uploads, upload), { force: true }));
    },
    read: (at, range) => asking(() => read(pathOf(at), range)),
    size: (at) => asking(async () => (await unlessMissing(stat(pathOf(at))))?.size),
    async removeShelf(shelf) {
      mustBeAShelf(shelf);
      const path = join(kept, shelf);
      return asking(async () => {
        const names = (await unlessMissing(readdir(path))) ?? [];
        await rm(path, { recursive: true, force: true });
        if (names.length > 0) await settle(dirname(path));
        return names.length;
      });
    },
    async *kept() {
      for (const kind of SHELVES)
        for await (const shelf of namesIn(join(kept, kind)))
          for await (const name of namesIn(join(kept, kind, shelf)))
            yield { shelf: `${kind}/${shelf}`, name };
    },
    discardOlder: (than) => asking(() => discardOlder(uploads, than)),
    close: async () => {},
  };
}

async function discardOlder(uploads: string, than: Date): Promise<number> {
  let count = 0;
  for await (const name of namesIn(uploads)) {
    const found = await unlessMissing(stat(join(uploads, name)));
    if (!found || found.mtimeMs >= than.getTime()) continue;
    await rm(join(uploads, name), { force: true });
    count++;
  }
  return count;
}

/** Each piece is written before the next one is asked for. What goes wrong with the bytes is thrown as it is. */
async function write(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  asking: ReturnType<typeof translateDiskErrors>,
): Promise<void> {
  const file = await asking(() => open(path, 'wx', FILE));
  try {
    for await (const piece of bytes) await asking(() => writeAll(file, piece));
    await asking(() => file.sync());
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
    return (await unlessMissing(stat(to))) !== undefined;
  }
  await settle(dirname(to));
  await settle(dirname(dirname(to)));
  return true;
}

/** A file that was moved is found after a power cut only when its folder is on the disk. */
async function settle(folder: string): Promise<void> {
  // Windows opens no folders, and writes them down by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function read(path: string, range: ByteRange | undefined) {
  const file = await unlessMissing(open(path, 'r'));
  if (!file) return undefined;
  // Nothing is read of an empty range: a stream's `end` is part of what it gives.
  const bounds = range && { start: range.start, end: range.end - 1 };
  if (range && range.end <= range.start) {
    await file.close();
    return Readable.from([]);
  }
  return file.createReadStream({ ...bounds, highWaterMark: 256 * 1024 });
}

async function* namesIn(folder: string): AsyncGenerator<string> {
  const found = await unlessMissing(opendir(folder));
  if (found) for await (const { name } of found) yield name;
}

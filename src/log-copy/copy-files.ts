// Each file is verified by its hash; existing ones are compared, not written again.
import { createHash } from 'node:crypto';
import type { FileStore, BlobKey } from '#event-store/files/file-store.js';
import { LogCopyRefused } from './log-copy-refused.js';
import { CopyInterrupted } from './read-log-range.js';

export interface FileCopyProgress {
  readonly files: number;
  readonly bytes: number;
}

export interface CopyFilesOptions {
  /** Nothing is written. */
  readonly verifyOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FileCopyProgress) => void;
}

export interface FileCopyResult {
  /** The same in both. */
  readonly files: number;
  readonly bytes: number;
  /** Written now. */
  readonly copied: number;
  /** Only in the target. */
  readonly others: number;
}

interface FileHash {
  readonly sha256: string;
  readonly bytes: number;
}

/** Throws `LogCopyRefused` for damaged, missing or different files, `CopyInterrupted`, `FileStoreFailure`. */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  { verifyOnly = false, signal, onProgress = () => {} }: CopyFilesOptions = {},
): Promise<FileCopyResult> {
  let [files, bytes, copied] = [0, 0, 0];
  for await (const at of from.listKeys()) {
    if (signal?.aborted) throw new CopyInterrupted();
    const isThere = (await to.size(at)) !== undefined;
    if (!isThere && verifyOnly) throw new LogCopyRefused(`${called(at)} is not in ${to.place}.`);
    const given = isThere ? await hashOf(from, at) : await copyOne(from, to, at);
    // Erased meanwhile, so the file must exist nowhere.
    if (!given) continue;
    mustBeWhole(from, at, given);
    mustBeTheSame(to, at, given, await hashOf(to, at));
    if (!isThere) copied++;
    files++;
    bytes += given.bytes;
    onProgress({ files, bytes });
  }
  return { files, bytes, copied, others: await othersIn(to, from) };
}

/** Discards damaged bytes. undefined: the file is gone. */
async function copyOne(from: FileStore, to: FileStore, at: BlobKey): Promise<FileHash | undefined> {
  const source = await from.read(at);
  if (!source) return undefined;
  const hashed = hashWhileReading(source);
  const upload = await to.stageUpload(hashed.bytes());
  const given = hashed.result();
  try {
    mustBeWhole(from, at, given);
  } catch (error) {
    await to.discardUpload(upload);
    throw error;
  }
  await to.commitUpload(upload, at);
  return given;
}

async function hashOf(store: FileStore, at: BlobKey): Promise<FileHash | undefined> {
  const stream = await store.read(at);
  if (!stream) return undefined;
  const hashed = hashWhileReading(stream);
  for await (const _ of hashed.bytes());
  return hashed.result();
}

function hashWhileReading(stream: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *bytes(): AsyncGenerator<Uint8Array> {
      for await (const piece of stream) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    result: (): FileHash => ({ sha256: hash.digest('hex'), bytes }),
  };
}

/** Plain files are named by their hash, sealed ones by their key's. */
function mustBeWhole({ place }: FileStore, at: BlobKey, { sha256 }: FileHash): void {
  if (!at.prefix.startsWith('open/') || sha256 === at.name) return;
  throw new LogCopyRefused(
    `${called(at)} is damaged in ${place}: its bytes have another hash. Restore it from a backup, and run the same command again.`,
  );
}

function mustBeTheSame(
  { place }: FileStore,
  at: BlobKey,
  given: FileHash,
  found: FileHash | undefined,
): void {
  if (found?.sha256 === given.sha256) return;
  throw new LogCopyRefused(
    found
      ? `${called(at)} is another one in ${place}. Remove it there, or name an empty place, and run the same command again.`
      : `${called(at)} is not in ${place} any more, although it was written there: somebody else changes what is in it.`,
  );
}

async function othersIn(to: FileStore, from: FileStore): Promise<number> {
  let count = 0;
  for await (const at of to.listKeys()) if ((await from.size(at)) === undefined) count++;
  return count;
}

const called = ({ prefix, name }: BlobKey): string => `the file ${prefix}/${name}`;

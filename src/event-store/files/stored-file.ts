// Sealed files are named by their key's hash, as a content hash would reveal erased content.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStoreFailure, type FileStore, type BlobKey, type ByteRange } from './file-store.js';
import { decryptByteRange, toEncryptedRange } from './encrypt-stream.js';

export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
  readonly key?: string;
  readonly owner?: string;
}

export function toBlobKey(record: string, { sha256, key, owner }: StoredFile): BlobKey {
  if (key === undefined) return { prefix: `open/${record}`, name: sha256 };
  return {
    prefix: getSealedBlobPrefix(owner ?? record),
    name: createHash('sha256').update(decodeKey(key)).digest('hex'),
  };
}

export const getSealedBlobPrefix = (owner: string): BlobKey['prefix'] => `sealed/${owner}`;

/** Throws `FileStoreFailure` where the bytes are missing. */
export async function readStoredFile(
  store: Pick<FileStore, 'read' | 'place'>,
  record: string,
  file: StoredFile,
  range: ByteRange = { start: 0, end: file.size },
): Promise<Readable> {
  const at = toBlobKey(record, file);
  const stream = await store.read(at, file.key === undefined ? range : toEncryptedRange(file.size, range));
  if (!stream)
    throw new FileStoreFailure(
      'damaged',
      `A file is missing: ${at.prefix}/${at.name} is not in ${store.place}.`,
    );
  if (file.key === undefined) return stream;
  return Readable.from(decryptByteRange(decodeKey(file.key), file.size, range, stream), {
    objectMode: false,
  });
}

const decodeKey = (key: string): Buffer => Buffer.from(key, 'base64url');

// Locates a record's file and reads its bytes. Plain files are named by their hash; sealed ones by their key's hash, because a content
// hash would reveal erased content.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStoreFailure, type FileStore, type BlobKey, type ByteRange } from './file-store.js';
import { decryptRange, encryptedRange } from './encrypt-stream.js';

export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
  /** Present where the file is sealed: the key and its owner. */
  readonly key?: string;
  readonly owner?: string;
}

/** `record`: the record's name. */
export function toBlobKey(record: string, { sha256, key, owner }: StoredFile): BlobKey {
  if (key === undefined) return { prefix: `open/${record}`, name: sha256 };
  return {
    prefix: sealedPrefix(owner ?? record),
    name: createHash('sha256').update(decodeKey(key)).digest('hex'),
  };
}

/** Prefix of files sealed with the key of a person or record. */
export const sealedPrefix = (owner: string): BlobKey['prefix'] => `sealed/${owner}`;

/** With back-pressure. Throws `FileStoreFailure` where the bytes are missing. */
export async function readStoredFile(
  store: Pick<FileStore, 'read' | 'place'>,
  record: string,
  file: StoredFile,
  range: ByteRange = { start: 0, end: file.size },
): Promise<Readable> {
  const at = toBlobKey(record, file);
  const stream = await store.read(at, file.key === undefined ? range : encryptedRange(file.size, range));
  if (!stream)
    throw new FileStoreFailure(
      'damaged',
      `A file is missing: ${at.prefix}/${at.name} is not in ${store.place}.`,
    );
  if (file.key === undefined) return stream;
  return Readable.from(decryptRange(decodeKey(file.key), file.size, range, stream), { objectMode: false });
}

const decodeKey = (key: string): Buffer => Buffer.from(key, 'base64url');

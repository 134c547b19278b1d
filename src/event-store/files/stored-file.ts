// Where a file of a record lies, and its bytes as they were given. Plain ones lie on the record's shelf under their hash; sealed ones on
// their owner's, under the hash of their key: their own would tell what they were, also when nobody can open them any more.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStoreFailure, type FileStore, type BlobKey, type ByteRange } from './file-store.js';
import { decryptRange, encryptedRange } from './encrypt-stream.js';

/** What a record holds of a file. */
export interface StoredFile {
  readonly sha256: string;
  readonly size: number;
  /** Where it is sealed: with what, and whose it is. */
  readonly key?: string;
  readonly owner?: string;
}

/** `record`: name of the record. */
export function toBlobKey(record: string, { sha256, key, owner }: StoredFile): BlobKey {
  if (key === undefined) return { prefix: `open/${record}`, name: sha256 };
  return {
    prefix: sealedPrefix(owner ?? record),
    name: createHash('sha256').update(decodeKey(key)).digest('hex'),
  };
}

/** Of what is sealed with the key of a person, or of a record. */
export const sealedPrefix = (owner: string): BlobKey['prefix'] => `sealed/${owner}`;

/** As fast as they are taken. Throws `FileStoreFailure` where the bytes are missing: they are on no other machine either. */
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

// Where a file of a record lies, and its bytes as they were given. Plain ones lie on the record's shelf under their hash; sealed ones on
// their owner's, under the hash of their key: their own would tell what they were, also when nobody can open them any more.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStoreFailure, type FileStore, type KeptAt, type ByteRange } from './file-store.js';
import { opened, sealedRange } from './encrypt-stream.js';

/** What a record holds of a file. */
export interface KeptFile {
  readonly sha256: string;
  readonly size: number;
  /** Where it is sealed: with what, and whose it is. */
  readonly key?: string;
  readonly owner?: string;
}

/** `record`: name of the record. */
export function fileLocation(record: string, { sha256, key, owner }: KeptFile): KeptAt {
  if (key === undefined) return { shelf: `open/${record}`, name: sha256 };
  return { shelf: shelfOf(owner ?? record), name: createHash('sha256').update(keyBytes(key)).digest('hex') };
}

/** Of what is sealed with the key of a person, or of a record. */
export const shelfOf = (owner: string): KeptAt['shelf'] => `sealed/${owner}`;

/** As fast as they are taken. Throws `FileStoreFailure` where the bytes are missing: they are on no other machine either. */
export async function readKept(
  store: Pick<FileStore, 'read' | 'place'>,
  record: string,
  file: KeptFile,
  range: ByteRange = { start: 0, end: file.size },
): Promise<Readable> {
  const at = fileLocation(record, file);
  const stream = await store.read(at, file.key === undefined ? range : sealedRange(file.size, range));
  if (!stream)
    throw new FileStoreFailure(
      'damaged',
      `A file is missing: ${at.shelf}/${at.name} is not in ${store.place}.`,
    );
  if (file.key === undefined) return stream;
  return Readable.from(opened(keyBytes(file.key), file.size, range, stream), { objectMode: false });
}

const keyBytes = (key: string): Buffer => Buffer.from(key, 'base64url');

import { createHash, randomBytes } from 'node:crypto';
import { ContentTypeDetector, type FileContentType } from './detect-content-type.js';
import type { FileStore } from './file-store.js';
import { encryptByteStream } from './encrypt-stream.js';

export interface ReceivedFile extends FileContentType {
  readonly upload: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** base64url of the 32-byte key. */
  readonly key?: string;
}

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

interface ReceiveOptions {
  readonly name: string;
  /** Bytes. */
  readonly max: number;
  readonly personal: boolean;
}

/** Throws `FileTooLarge`, `FileStoreFailure` and source errors; nothing remains then. */
export async function receiveFile(
  store: FileStore,
  bytes: AsyncIterable<Uint8Array>,
  { name, max, personal }: ReceiveOptions,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const detector = new ContentTypeDetector();
  let size = 0;
  async function* inspectBytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > max) throw new FileTooLarge(`it is larger than ${max} bytes`);
      hash.update(piece);
      detector.addBytes(piece);
      yield piece;
    }
  }
  const key = personal ? randomBytes(32) : undefined;
  const upload = await store.stageUpload(key ? encryptByteStream(key, inspectBytes()) : inspectBytes());
  return {
    upload,
    sha256: hash.digest('hex'),
    size,
    ...(await detector.detect(name)),
    ...(key && { key: key.toString('base64url') }),
  };
}

// Where the bytes of files are kept: a port with two adapters, folder/ and gridfs/. Both pass test/event-store/files/file-store.contract.ts.
// It knows bytes by where they lie, and nothing of what they are, whose they are, or who may see them.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PortFailure } from '#platform/port-failure.js';

/** Of one record, or of one person whose key seals them: what is on one shelf is removed together. */
export interface BlobKey {
  readonly prefix: `${'open' | 'sealed'}/${string}`;
  /** 64 hex digits. */
  readonly name: string;
}

/** `end` is not part of it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileStore {
  /** For messages: “the folder /srv/daybook/files”. */
  readonly place: string;
  /**
   * Takes bytes as fast as they can be written; durable, and nobody's yet, on return. Where the bytes or the disk end too early,
   * nothing of them stays. Returns what the upload is called from now on. Throws what reading the bytes throws, and `FileStoreFailure`.
   */
  stageUpload(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /** Durable on return; done again, it does nothing. false: there is no such upload any more, and nothing is kept there. */
  commitUpload(upload: string, at: BlobKey): Promise<boolean>;
  discardUpload(upload: string): Promise<void>;
  /** As fast as they are taken. undefined: nothing is kept there. */
  read(at: BlobKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes; undefined: nothing is kept there. */
  size(at: BlobKey): Promise<number | undefined>;
  /** Returns how many were there. */
  removeWithPrefix(prefix: BlobKey['prefix']): Promise<number>;
  /** Everything that is kept, shelf by shelf. */
  listKeys(): AsyncIterable<BlobKey>;
  /** Uploads that nobody used, begun before. Returns how many there were. */
  discardUploadsBefore(than: Date): Promise<number>;
  close(): Promise<void>;
}

export class FileStoreFailure extends PortFailure {
  override readonly name = 'FileStoreFailure';

  constructor(
    override readonly failure: 'unavailable' | 'disk full' | 'damaged',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  override readonly shown = 'a file';
}

const PREFIX = /^(open|sealed)\/[A-Za-z0-9][\w.-]{0,250}$/;
const NAME = /^[0-9a-f]{64}$/;

/** What is made of anything else would lead elsewhere. Throws `TypeError`. */
export function assertBlobKey({ prefix, name }: BlobKey): void {
  assertBlobPrefix(prefix);
  if (!NAME.test(name)) throw new TypeError('a file is kept under 64 hex digits');
}

export function assertBlobPrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || prefix.includes('..')) throw new TypeError(`“${prefix}” is no shelf of files`);
}

/** Random, and no id of anything else. */
const UPLOAD_ID = /^[\w-]{22}$/;

export const newUploadId = (): string => randomBytes(16).toString('base64url');

export const isUploadId = (upload: string): boolean => UPLOAD_ID.test(upload);

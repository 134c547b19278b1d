import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AdapterError } from '#platform/adapter-error.js';

/** The prefix stands for a record or a person's key, whose bytes are removed together. */
export interface BlobKey {
  readonly prefix: `${'open' | 'sealed'}/${string}`;
  /** 64 hex digits. */
  readonly name: string;
}

/** `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileStore {
  /** For messages: “the folder /srv/daybook/files”. */
  readonly place: string;
  /** Durable but uncommitted on return; nothing remains on failure. Returns the upload's id. Throws source errors and `FileStoreFailure`. */
  stageUpload(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /** Durable and idempotent. false: neither the upload nor the bytes exist. */
  commitUpload(upload: string, at: BlobKey): Promise<boolean>;
  discardUpload(upload: string): Promise<void>;
  /** undefined: nothing there. */
  read(at: BlobKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes; undefined: nothing there. */
  size(at: BlobKey): Promise<number | undefined>;
  removeWithPrefix(prefix: BlobKey['prefix']): Promise<number>;
  /** Those whose prefix begins so; undefined: all. */
  listKeys(beginning?: BlobKey['prefix']): AsyncIterable<BlobKey>;
  discardUploadsBefore(than: Date): Promise<number>;
  close(): Promise<void>;
}

export class FileStoreFailure extends AdapterError {
  override readonly name = 'FileStoreFailure';

  constructor(
    override readonly kind: 'unavailable' | 'disk full' | 'damaged',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  override readonly publicMessage = 'a file';
}

const PREFIX = /^(open|sealed)\/[A-Za-z0-9][\w.-]{0,250}$/;
const NAME = /^[0-9a-f]{64}$/;

/** Prevents path traversal. Throws `TypeError`. */
export function assertBlobKey({ prefix, name }: BlobKey): void {
  assertBlobPrefix(prefix);
  if (!NAME.test(name)) throw new TypeError('a file is kept under 64 hex digits');
}

export function assertBlobPrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || prefix.includes('..')) throw new TypeError(`“${prefix}” is no shelf of files`);
}

const UPLOAD_ID = /^[\w-]{22}$/;

export const createUploadId = (): string => randomBytes(16).toString('base64url');

export const isUploadId = (upload: string): boolean => UPLOAD_ID.test(upload);

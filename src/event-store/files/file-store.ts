// Port of the store of file bytes, with the adapters folder/ and gridfs/. Contract: test/event-store/files/file-store.contract.ts. It
// knows nothing about content, owners or permissions.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PortFailure } from '#platform/port-failure.js';

/** Key of stored bytes. The prefix stands for a record or a person's key; bytes with one prefix are removed together. */
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
  /**
   * Streams bytes in with back-pressure; durable, but uncommitted, on return. Leaves nothing behind on failure.
   * Returns the upload's id. Throws errors of the source, and `FileStoreFailure`.
   */
  stageUpload(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /** Durable on return; repeating it does nothing. false: neither the upload nor the bytes exist. */
  commitUpload(upload: string, at: BlobKey): Promise<boolean>;
  discardUpload(upload: string): Promise<void>;
  /** With back-pressure. undefined: nothing there. */
  read(at: BlobKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes; undefined: nothing there. */
  size(at: BlobKey): Promise<number | undefined>;
  /** Returns how many were removed. */
  removeWithPrefix(prefix: BlobKey['prefix']): Promise<number>;
  /** All committed keys, prefix by prefix. */
  listKeys(): AsyncIterable<BlobKey>;
  /** Discards uncommitted uploads that began earlier. Returns how many. */
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

/** Prevents path traversal. Throws `TypeError`. */
export function assertBlobKey({ prefix, name }: BlobKey): void {
  assertBlobPrefix(prefix);
  if (!NAME.test(name)) throw new TypeError('a file is kept under 64 hex digits');
}

export function assertBlobPrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || prefix.includes('..')) throw new TypeError(`“${prefix}” is no shelf of files`);
}

/** Random, unrelated to other ids. */
const UPLOAD_ID = /^[\w-]{22}$/;

export const newUploadId = (): string => randomBytes(16).toString('base64url');

export const isUploadId = (upload: string): boolean => UPLOAD_ID.test(upload);

// Where the bytes of files are kept: a port with two adapters, folder/ and gridfs/. Both pass test/event-store/files/file-store.contract.ts.
// It knows bytes by where they lie, and nothing of what they are, whose they are, or who may see them.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { PortFailure } from '#platform/port-failure.js';

/** Of one record, or of one person whose key seals them: what is on one shelf is removed together. */
export interface KeptAt {
  readonly shelf: `${'open' | 'sealed'}/${string}`;
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
  stage(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /** Durable on return; done again, it does nothing. false: there is no such upload any more, and nothing is kept there. */
  keep(upload: string, at: KeptAt): Promise<boolean>;
  discard(upload: string): Promise<void>;
  /** As fast as they are taken. undefined: nothing is kept there. */
  read(at: KeptAt, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes; undefined: nothing is kept there. */
  size(at: KeptAt): Promise<number | undefined>;
  /** Returns how many were there. */
  removeShelf(shelf: KeptAt['shelf']): Promise<number>;
  /** Everything that is kept, shelf by shelf. */
  kept(): AsyncIterable<KeptAt>;
  /** Uploads that nobody used, begun before. Returns how many there were. */
  discardOlder(than: Date): Promise<number>;
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

const SHELF = /^(open|sealed)\/[A-Za-z0-9][\w.-]{0,250}$/;
const NAME = /^[0-9a-f]{64}$/;

/** What is made of anything else would lead elsewhere. Throws `TypeError`. */
export function mustBeAPlace({ shelf, name }: KeptAt): void {
  mustBeAShelf(shelf);
  if (!NAME.test(name)) throw new TypeError('a file is kept under 64 hex digits');
}

export function mustBeAShelf(shelf: string): void {
  if (!SHELF.test(shelf) || shelf.includes('..')) throw new TypeError(`“${shelf}” is no shelf of files`);
}

/** Random, and no id of anything else. */
const UPLOAD = /^[\w-]{22}$/;

export const newUpload = (): string => randomBytes(16).toString('base64url');

export const isUpload = (upload: string): boolean => UPLOAD.test(upload);

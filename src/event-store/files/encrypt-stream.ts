// AES-256-GCM per piece, so that ranges can be decrypted. Nonces hold the piece's number and whether it is last, against reordering and truncation; each key encrypts one file.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type ByteRange, FileStoreFailure } from './file-store.js';
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ENCRYPTED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

export async function* encryptByteStream(
  key: Buffer,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let number = 0;
  let before: Buffer | undefined;
  // Only the end shows which piece is the last.
  for await (const piece of splitIntoPieces(bytes, PIECE_BYTES)) {
    if (before) yield encryptPiece(key, before, number++, false);
    before = piece;
  }
  yield encryptPiece(key, before ?? Buffer.alloc(0), number, true);
}

/** `size`: of the plain file. */
export function toEncryptedRange(size: number, { start, end }: ByteRange): ByteRange {
  const first = Math.floor(start / PIECE_BYTES);
  const last = Math.max(first, Math.ceil(end / PIECE_BYTES) - 1);
  return {
    start: first * ENCRYPTED_PIECE_BYTES,
    end: Math.min(computeEncryptedSize(size), (last + 1) * ENCRYPTED_PIECE_BYTES),
  };
}

export const computeEncryptedSize = (size: number): number =>
  size + Math.max(1, Math.ceil(size / PIECE_BYTES)) * TAG_BYTES;

/** `bytes`: of `toEncryptedRange`. Throws `FileStoreFailure` for changed bytes. */
export async function* decryptByteRange(
  key: Buffer,
  size: number,
  { start, end }: ByteRange,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const lastPiece = Math.max(0, Math.ceil(size / PIECE_BYTES) - 1);
  let number = Math.floor(start / PIECE_BYTES);
  let at = number * PIECE_BYTES;
  for await (const piece of splitIntoPieces(bytes, ENCRYPTED_PIECE_BYTES)) {
    const content = decryptPiece(key, piece, number, number === lastPiece);
    const wanted = content.subarray(Math.max(0, start - at), Math.max(0, end - at));
    if (wanted.length > 0) yield wanted;
    number += 1;
    at += content.length;
  }
  if (at < end) throw damagedFileError();
}

async function* splitIntoPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (let piece of bytes) {
    while (length + piece.length >= size) {
      const taken = size - length;
      yield Buffer.concat([...waiting, piece.subarray(0, taken)], size);
      piece = piece.subarray(taken);
      waiting = [];
      length = 0;
    }
    if (piece.length === 0) continue;
    waiting.push(piece);
    length += piece.length;
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}

function createNonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 0);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function encryptPiece(key: Buffer, content: Buffer, number: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, createNonce(number, isLast));
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decryptPiece(key: Buffer, piece: Buffer, number: number, isLast: boolean): Buffer {
  if (piece.length < TAG_BYTES) throw damagedFileError();
  const decipher = createDecipheriv('aes-256-gcm', key, createNonce(number, isLast), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damagedFileError();
  }
}

const damagedFileError = () =>
  new FileStoreFailure('damaged', 'A sealed file is damaged. Restore it from a backup of the files.');

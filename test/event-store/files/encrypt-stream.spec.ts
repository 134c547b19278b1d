import { describe, expect, it } from '@jest/globals';
import { createCipheriv, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import {
  decryptByteRange,
  encryptByteStream,
  toEncryptedRange,
  computeEncryptedSize,
} from '#event-store/files/encrypt-stream.js';
import { numRuns } from '#test/property-runs.js';

const PIECE = 64 * 1024;
const key = randomBytes(32);
const bytesOf = (size: number) => randomBytes(size);
const from = (bytes: Uint8Array, step = 50_000) =>
  (async function* () {
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  })();
const seal = async (bytes: Uint8Array, step?: number) =>
  buffer(Readable.from(encryptByteStream(key, from(bytes, step))));
const open = async (box: Uint8Array, size: number, range = { start: 0, end: size }, by = key) =>
  buffer(Readable.from(decryptByteRange(by, size, range, from(box))));
/** AES-256-GCM: the 12-byte nonce holds the piece's number and whether it is last; the 16-byte tag follows. */
function closed(piece: Uint8Array, usedOnce: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(usedOnce, 'hex'));
  return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

/** Mostly around the edges of pieces. */
const size = fc.oneof(
  fc.nat(3 * PIECE),
  fc.constantFrom(0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE - 1, 2 * PIECE, 2 * PIECE + 1),
);

describe('sealed bytes', () => {
  it('decrypt to the original, however they were split, with the announced size', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.integer({ min: 1_000, max: 200_000 }), async (length, step) => {
        const bytes = bytesOf(length);
        const box = await seal(bytes, step);
        expect(box.length).toBe(computeEncryptedSize(length));
        expect((await open(box, length)).equals(bytes)).toBe(true);
      }),
      { numRuns: numRuns(40) },
    );
  });

  it('open in any part, by the sealed bytes of that part alone', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.nat(), fc.nat(), async (length, one, other) => {
        const [start, end] = [one % (length + 1), other % (length + 1)].sort((a, b) => a - b) as [
          number,
          number,
        ];
        const bytes = bytesOf(length);
        const range = toEncryptedRange(length, { start, end });
        const pieces = Math.max(1, Math.ceil(end / PIECE) - Math.floor(start / PIECE));
        expect(range.end - range.start).toBeLessThanOrEqual(pieces * (PIECE + 16));
        const part = (await seal(bytes)).subarray(range.start, range.end);
        expect((await open(part, length, { start, end })).equals(bytes.subarray(start, end))).toBe(true);
      }),
      { numRuns: numRuns(60) },
    );
  });

  it.each([
    ['a changed bit', (box: Buffer) => ((box[PIECE + 100]! ^= 1), box)],
    ['the last piece missing', (box: Buffer) => box.subarray(0, 2 * (PIECE + 16))],
    ['an end cut off', (box: Buffer) => box.subarray(0, -1)],
    [
      'two pieces exchanged',
      (box: Buffer) =>
        Buffer.concat([
          box.subarray(PIECE + 16, 2 * (PIECE + 16)),
          box.subarray(0, PIECE + 16),
          box.subarray(2 * (PIECE + 16)),
        ]),
    ],
    ['a piece twice', (box: Buffer) => Buffer.concat([box, box.subarray(0, PIECE + 16)])],
  ])('do not open with %s', async (_, damage) => {
    const length = 2 * PIECE + 500;
    const box = await seal(bytesOf(length));
    await expect(open(damage(Buffer.from(box)), length)).rejects.toThrow('damaged');
  });

  it('decrypt from the format of earlier versions', async () => {
    const bytes = bytesOf(PIECE + 500);
    const form = Buffer.concat([
      closed(bytes.subarray(0, PIECE), '0000000000000000' + '00000000'),
      closed(bytes.subarray(PIECE), '0000000000000001' + '00000001'),
    ]);
    expect((await seal(bytes)).equals(form)).toBe(true);
    expect((await open(form, bytes.length)).equals(bytes)).toBe(true);
  });

  it('do not open with another key', async () => {
    const box = await seal(bytesOf(10));
    await expect(open(box, 10, { start: 0, end: 10 }, randomBytes(32))).rejects.toThrow('damaged');
  });
});

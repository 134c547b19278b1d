// Ids that follow from what is imported: the same trace is the same record however often it is read.
import { createHash } from 'node:crypto';

function layOut(bytes: Buffer, version: number): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest();

/** UUIDv8 (RFC 9562) of the parts. */
export function derivedUuid(...parts: readonly string[]): string {
  return layOut(digest(parts), 8);
}

/** UUIDv7 (RFC 9562) whose time is the instant and whose random bits follow from the parts. */
export function derivedRecordId(instant: string, ...parts: readonly string[]): string {
  const bytes = digest(parts);
  bytes.writeUIntBE(Math.max(0, Date.parse(instant)), 0, 6);
  return layOut(bytes, 7);
}

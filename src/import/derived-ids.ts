// Ids that follow from what is imported: the same trace is the same record however often it is read.
import { createHash } from 'node:crypto';
import { layOutUuid, deriveUuid } from '#command-handling/pipeline/command-digests.js';

/** UUIDv8 (RFC 9562) of the parts. */
export const derivedUuid = (...parts: readonly string[]): string => deriveUuid(JSON.stringify(parts));

/** UUIDv7 (RFC 9562) whose time is the instant and whose random bits follow from the parts. */
export function derivedRecordId(instant: string, ...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  bytes.writeUIntBE(Math.max(0, Date.parse(instant)), 0, 6);
  return layOutUuid(bytes, 7);
}

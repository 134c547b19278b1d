import { createHash } from 'node:crypto';
import { formatUuid, deriveUuid } from '#command-handling/pipeline/command-digests.js';

/** UUIDv8 (RFC 9562), so that a repeated import yields the same id. */
export const deriveUuidFromParts = (...parts: readonly string[]): string => deriveUuid(JSON.stringify(parts));

/** UUIDv7 (RFC 9562): the instant, and bits derived from the parts. */
export function deriveRecordId(instant: string, ...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  bytes.writeUIntBE(Math.max(0, Date.parse(instant)), 0, 6);
  return formatUuid(bytes, 7);
}

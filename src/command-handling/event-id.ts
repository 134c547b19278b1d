// Ids of events derive from the command and what it says: the same at the same place has the same id, and is written once.
import { createHash } from 'node:crypto';

/**
 * A UUID in the layout of version 8 (RFC 9562), of the command, the place its event will have, and what it says. Without the
 * last, an engine would take the event of somebody else with the same command id for one that it has already.
 */
export function eventId(commandId: string, stream: string, version: number, says: string): string {
  const bytes = createHash('sha256').update(`${commandId}\n${stream}\n${version}\n${says}`).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// Ids of events derive from the command: the same command at the same place has the same ids, and is written once.
import { createHash } from 'node:crypto';

/** A UUID in the layout of version 8 (RFC 9562), of the command and the place its event will have. */
export function eventId(commandId: string, stream: string, version: number): string {
  const bytes = createHash('sha256').update(`${commandId}\n${stream}\n${version}`).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// Ids that follow from what they are of: laid out as RFC 9562 has it, so that engines take them for UUIDs.
import { createHash } from 'node:crypto';

/** Of the first 16 bytes, which are changed where version and variant stand. */
export function layOutUuid(bytes: Buffer, version: 7 | 8): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Version 8: the same text has the same one. */
export const uuidOfText = (text: string): string => layOutUuid(createHash('sha256').update(text).digest(), 8);

// Ids of events derive from the command and what it says: the same at the same place has the same id, and is written once.
/**
 * A UUID in the layout of version 8 (RFC 9562), of the command, the place its event will have, and what it says. Without the
 * last, an engine would take the event of somebody else with the same command id for one that it has already.
 */
export const eventId = (commandId: string, stream: string, version: number, says: string): string =>
  uuidOfText(`${commandId}\n${stream}\n${version}\n${says}`);

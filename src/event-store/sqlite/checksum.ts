// A sum over each stored event: a page of the file that was overwritten may still look like one.
import { crc32 } from 'node:zlib';
import type { EncodedEvent } from '../codec.js';
import type { EventLocation } from '../event-store.js';

type StreamVersion = Pick<EventLocation, 'stream' | 'version'>;

/** CRC-32 over what is stored of an event. Notices damage, not intent. */
export function checksumOf(
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: StreamVersion,
): number {
  return crc32(`${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

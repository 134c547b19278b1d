// A sum over each stored event: a page of the file that was overwritten may still look like one.
import { crc32 } from 'node:zlib';
import type { EncodedEvent } from '../codec.js';

export interface ChecksummedEvent extends EncodedEvent {
  readonly stream: string;
  readonly version: number;
}

/** CRC-32 over what is stored of an event. Notices damage, not intent. */
export function checksumOf({ stream, version, id, type, data, metadata }: ChecksummedEvent): number {
  return crc32(`${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

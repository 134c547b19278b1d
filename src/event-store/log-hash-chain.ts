// Hash chain over the log: each link is SHA-256 over the previous link and the stored event, the same on every engine. Format:
// docs/operating.md.
import { hash } from 'node:crypto';
import type { EncodedEvent, ParsedEvent } from './event-codec.js';
import type { EventLocation, EventStore } from './event-store.js';

export const CHAIN_START = '0'.repeat(64);

/** `before`: the previous event's link. Hex. */
export function computeLink(
  before: string,
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: Pick<EventLocation, 'stream' | 'version'>,
): string {
  return hash('sha256', `${before}\n${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

/** Hash of one stored event alone. */
export const computeDigest = (
  event: EncodedEvent,
  place: Pick<EventLocation, 'stream' | 'version'>,
): string => computeLink('', event, place);

/** Hash of a log up to its n-th event. */
export interface LogHash {
  readonly events: number;
  readonly position: number;
  /** Hex. */
  readonly sha256: string;
}

/** A hash kept elsewhere, for comparison. */
export type ExpectedHash = Pick<LogHash, 'events' | 'sha256'>;

export interface LogHashes {
  readonly whole: LogHash;
  /** After the requested number of events; undefined: the log is shorter, or nothing was requested. */
  readonly requested?: LogHash;
}

/** Computes the hash of a log from its events in order. */
export class LogHasher {
  private events = 0;
  private position = 0;
  private link = CHAIN_START;
  private requested: LogHash | undefined;

  /** `requestedEvents`: also keeps the hash after so many events. */
  constructor(private readonly requestedEvents?: number) {
    this.noteRequested();
  }

  add(event: EncodedEvent, place: EventLocation): string {
    this.link = computeLink(this.link, event, place);
    this.events++;
    this.position = place.position;
    this.noteRequested();
    return this.link;
  }

  get count(): number {
    return this.events;
  }

  get hashes(): LogHashes {
    return { whole: this.current(), ...(this.requested && { requested: this.requested }) };
  }

  private noteRequested(): void {
    if (this.events === this.requestedEvents) this.requested = this.current();
  }

  private current(): LogHash {
    return { events: this.events, position: this.position, sha256: this.link };
  }
}

/** Serializing parsed JSON yields Daybook's original text. Needs events read without upcasts. */
export const reencodeEvent = ({ id, type, data, metadata }: ParsedEvent): EncodedEvent => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
});

interface HashOptions {
  readonly requestedEvents?: number | undefined;
  readonly onProgress?: (events: number, position: number) => void;
}

/** Hashes the whole log, which must be opened without upcasts. */
export async function hashLog(
  log: Pick<EventStore, 'all' | 'head'>,
  { requestedEvents, onProgress }: HashOptions = {},
): Promise<LogHashes> {
  const hasher = new LogHasher(requestedEvents);
  const head = await log.head();
  if (head === 0) return hasher.hashes;
  for await (const batch of log.all(0)) {
    for (const event of batch) {
      if (event.position > head) return hasher.hashes;
      hasher.add(reencodeEvent(event), event);
    }
    const { position } = batch.at(-1)!;
    onProgress?.(hasher.count, position);
    if (position >= head) break;
  }
  return hasher.hashes;
}

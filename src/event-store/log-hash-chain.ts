// Each link is SHA-256 over the previous link and the stored event, the same on every engine. Format: docs/operating.md.
import { hash } from 'node:crypto';
import type { EncodedEvent, ParsedEvent } from './event-codec.js';
import type { EventLocation, EventStore } from './event-store.js';

export const FIRST_CHAIN_LINK = '0'.repeat(64);

/** `before`: the previous event's link. Hex. */
export function computeChainLink(
  before: string,
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: Pick<EventLocation, 'stream' | 'version'>,
): string {
  return hash('sha256', `${before}\n${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

export const computeEventDigest = (
  event: EncodedEvent,
  place: Pick<EventLocation, 'stream' | 'version'>,
): string => computeChainLink('', event, place);

export interface LogHash {
  readonly events: number;
  readonly position: number;
  readonly sha256: string;
}

export type ExpectedLogHash = Pick<LogHash, 'events' | 'sha256'>;

export interface LogHashResult {
  readonly whole: LogHash;
  /** undefined: the log is shorter, or nothing was requested. */
  readonly requested?: LogHash;
}

export class LogHasher {
  private events = 0;
  private position = 0;
  private link = FIRST_CHAIN_LINK;
  private requested: LogHash | undefined;

  /** Also computes the hash after so many events. */
  constructor(private readonly requestedEvents?: number) {
    this.noteRequested();
  }

  add(event: EncodedEvent, place: EventLocation): string {
    this.link = computeChainLink(this.link, event, place);
    this.events++;
    this.position = place.position;
    this.noteRequested();
    return this.link;
  }

  get count(): number {
    return this.events;
  }

  get hashes(): LogHashResult {
    return { whole: this.current(), ...(this.requested && { requested: this.requested }) };
  }

  private noteRequested(): void {
    if (this.events === this.requestedEvents) this.requested = this.current();
  }

  private current(): LogHash {
    return { events: this.events, position: this.position, sha256: this.link };
  }
}

/** Serializing parsed JSON yields the original text. Needs events without upcasts. */
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

/** Needs a log opened without upcasts. */
export async function hashEventLog(
  log: Pick<EventStore, 'all' | 'head'>,
  { requestedEvents, onProgress }: HashOptions = {},
): Promise<LogHashResult> {
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

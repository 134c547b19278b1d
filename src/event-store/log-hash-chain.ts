// The chain over the log: each event's link is a SHA-256 over the link before it and over the event as it is stored. The link of an
// event is the hash of the whole log up to it, the same on every engine. What exactly is hashed is in docs/operating.md.
import { hash } from 'node:crypto';
import type { EncodedEvent, ParsedEvent } from './event-codec.js';
import type { EventLocation, EventStore } from './event-store.js';

/** The hash of an empty log. */
export const CHAIN_START = '0'.repeat(64);

/** `before`: the link of the event before it in the log. In hex. */
export function computeLink(
  before: string,
  { id, type, data, metadata }: EncodedEvent,
  { stream, version }: Pick<EventLocation, 'stream' | 'version'>,
): string {
  return hash('sha256', `${before}\n${stream}\n${version}\n${id}\n${type}\n${data}\n${metadata}`);
}

/** The hash of one event as it is stored, whatever comes before it. */
export const computeDigest = (
  event: EncodedEvent,
  place: Pick<EventLocation, 'stream' | 'version'>,
): string => computeLink('', event, place);

/** The hash of a log up to its n-th event. */
export interface LogHash {
  readonly events: number;
  /** Of the last of them, as its engine counts; 0: there is none. */
  readonly position: number;
  /** In hex. */
  readonly sha256: string;
}

/** A hash that was kept elsewhere, to be compared with. */
export type ExpectedHash = Pick<LogHash, 'events' | 'sha256'>;

export interface LogHashes {
  readonly whole: LogHash;
  /** After as many events as were asked for; undefined: the log is shorter, or nothing was asked for. */
  readonly requested?: LogHash;
}

/** Collects the hash of a log whose events it is given in their order. */
export class LogHasher {
  private events = 0;
  private position = 0;
  private link = CHAIN_START;
  private requested: LogHash | undefined;

  /** `askedEvents`: after how many events the hash is wanted, too. */
  constructor(private readonly requestedEvents?: number) {
    this.noteRequested();
  }

  /** Returns its link. */
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

/** As it is stored: writing what was parsed gives the text that Daybook wrote. Of a recorded event, with the codec that changes nothing. */
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

/** Reads the whole log. `log`: opened with the codec that changes nothing, or what is hashed is not what is stored. */
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

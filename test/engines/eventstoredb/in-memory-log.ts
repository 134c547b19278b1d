// Expected revisions, idempotent appends and positions as in KurrentDB's IndexWriter.CheckCommit, StorageWriterService and AllReader.

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit and prepare position are equal for events appended through gRPC. */
  readonly position: number;
  /** 100 nanoseconds since 1970. */
  readonly created: bigint;
}

/** In its `$$` stream. */
export interface StreamMetadata {
  readonly $maxCount?: number;
  /** Seconds. */
  readonly $maxAge?: number;
  /** Revision of the first event that counts. */
  readonly $tb?: number;
}

/** Revision of the last event, -1 for none. */
export type ExpectedRevision = number | 'any' | 'stream exists';

export type Outcome =
  { readonly revision: number; readonly position: number } | { readonly currentRevision: number } | 'deleted';

/** `$tb` of a soft-deleted stream. */
const EVERYTHING = 2 ** 63;

export class Log {
  /** Shorter after a scavenge. */
  events: StoredEvent[] = [];
  private readonly streams = new Map<string, { all: StoredEvent[]; next: number }>();
  private readonly listeners = new Set<() => void>();

  private readonly scavenged = new Set<number>();

  /** `end`: position of the next event. */
  constructor(public end = 0) {
    // A real log never begins with an event of an application.
    this.write('$$$settings', [systemEvent('$metadata'), systemEvent('$metadata')]);
    this.write('$users', [systemEvent('$User')]);
  }

  /** Events that count; undefined: no such stream, or soft-deleted. */
  stream(name: string): readonly StoredEvent[] | 'deleted' | undefined {
    const { all, next } = this.streams.get(name) ?? { all: [], next: 0 };
    if (this.isTombstoned(name)) return 'deleted';
    const { $tb = 0, $maxCount = Infinity, $maxAge = Infinity } = this.metadata(name);
    if (next === 0 || $tb === EVERYTHING) return undefined;
    const oldest = now() - ($maxAge === Infinity ? now() : BigInt($maxAge) * 10_000_000n);
    return all.filter(
      ({ revision, created }) => revision >= $tb && revision >= next - $maxCount && created > oldest,
    );
  }

  append(stream: string, events: readonly ProposedEvent[], expected: ExpectedRevision): Outcome {
    if (this.stream(stream) === 'deleted') return 'deleted';
    const { all, next } = this.streams.get(stream) ?? { all: [], next: 0 };
    const isGone = this.metadata(stream).$tb === EVERYTHING;
    const current = isGone && expected === -1 ? -1 : next - 1;
    if (expected === 'stream exists' && current === -1) return { currentRevision: -1 };
    const before = typeof expected === 'number' ? expected : (revisionBefore(all, events) ?? current);
    if (before === current) {
      if (isGone) this.setMetadata(stream, { $tb: next });
      return this.write(stream, events);
    }
    return before < current ? repeated(all, events, before) : { currentRevision: current };
  }

  /** Over HTTP, the event may have any type. */
  setMetadata(stream: string, metadata: StreamMetadata, type = '$metadata'): void {
    this.write(`$$${stream}`, [{ ...systemEvent(type), data: Buffer.from(JSON.stringify(metadata)) }]);
  }

  /** A later append continues the numbering. */
  softDelete(stream: string): void {
    this.setMetadata(stream, { $tb: EVERYTHING });
  }

  tombstone(stream: string): void {
    const empty = {
      contentType: 'application/octet-stream',
      data: Buffer.alloc(0),
      metadata: Buffer.alloc(0),
    };
    this.write(stream, [{ ...systemEvent('$streamDeleted'), ...empty }]);
  }

  /** Removes what does not count any more: the log has gaps from here on. */
  scavenge(): void {
    const isLeft = (event: StoredEvent) => {
      const left = this.stream(event.stream);
      if (left === 'deleted') return event.type === '$streamDeleted';
      return event.stream.startsWith('$') || (left ?? []).includes(event);
    };
    for (const event of this.events) if (!isLeft(event)) this.scavenged.add(event.position);
    this.events = this.events.filter(isLeft);
    for (const each of this.streams.values()) each.all = each.all.filter(isLeft);
  }

  /** Keeps the first events of applications, as a restored backup does. The server must be unavailable meanwhile. */
  putBack(count: number): void {
    const ours = this.events.filter(({ stream }) => !stream.startsWith('$'));
    const lost = ours[count];
    if (!lost) return;
    this.events = this.events.filter(({ position }) => position < lost.position);
    this.end = lost.position;
    for (const position of this.scavenged) if (position >= this.end) this.scavenged.delete(position);
    this.streams.clear();
    for (const event of this.events) {
      const { all } = this.streams.get(event.stream) ?? { all: [] };
      this.streams.set(event.stream, { all: [...all, event], next: event.revision + 1 });
    }
  }

  /** First event at or behind the position; undefined inside the log where no record begins. */
  indexAt(position: number): number | undefined {
    const index = this.events.findIndex((event) => event.position >= position);
    if (index === -1) return this.events.length;
    const isThere = this.events[index]!.position === position || this.scavenged.has(position);
    return isThere || position === 0 ? index : undefined;
  }

  /** After every append. Returns the unsubscribe function. */
  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A tombstone applies to the stream's metadata, too. */
  private isTombstoned(name: string): boolean {
    const stream = name.startsWith('$$') ? name.slice(2) : name;
    return this.streams.get(stream)?.all.at(-1)?.type === '$streamDeleted';
  }

  private metadata(stream: string): StreamMetadata {
    const last = this.streams.get(`$$${stream}`)?.all.at(-1);
    return last ? (JSON.parse(Buffer.from(last.data).toString()) as StreamMetadata) : {};
  }

  private write(stream: string, events: readonly ProposedEvent[]): Outcome {
    const there = this.streams.get(stream) ?? { all: [], next: 0 };
    this.streams.set(stream, there);
    for (const event of events) {
      const stored = { ...event, stream, revision: there.next++, position: this.end, created: now() };
      there.all.push(stored);
      this.events.push(stored);
      // Positions are file offsets, so they differ by record length.
      this.end += 150 + stream.length + event.type.length + event.data.length + event.metadata.length;
    }
    for (const listener of [...this.listeners]) listener();
    return { revision: there.next - 1, position: there.all.at(-1)?.position ?? 0 };
  }
}

/** Position of repeated events, whatever the stream's revision is. */
function revisionBefore(all: readonly StoredEvent[], [first]: readonly ProposedEvent[]): number | undefined {
  const written = all.find(({ id }) => id === first?.id);
  return written && written.revision - 1;
}

/** The same ids at the same place get the first answer. */
function repeated(all: readonly StoredEvent[], events: readonly ProposedEvent[], expected: number): Outcome {
  const before = events.map((_, index) => all.find(({ revision }) => revision === expected + 1 + index));
  const isSame = events.length > 0 && events.every(({ id }, index) => before[index]?.id === id);
  return isSame ? before.at(-1)! : { currentRevision: all.at(-1)?.revision ?? -1 };
}

const now = (): bigint => BigInt(Date.now()) * 10_000n;

const systemEvent = (type: string): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
});

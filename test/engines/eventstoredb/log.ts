// The log of the small EventStoreDB: expected revisions, idempotent appends and positions as in the real one.
// What it does was read in KurrentDB's IndexWriter.CheckCommit, StorageWriterService and AllReader.

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
  /** Commit and prepare position: the same for an event that was appended through gRPC. */
  readonly position: number;
  /** 100 nanoseconds since 1970. */
  readonly created: bigint;
}

/** Revision of the stream's last event, -1 for none. */
export type ExpectedRevision = number | 'any' | 'stream exists';

export type Outcome =
  { readonly revision: number; readonly position: number } | { readonly currentRevision: number };

export class Log {
  readonly events: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private readonly listeners = new Set<() => void>();

  constructor(private end = 0) {
    // A real log never begins with an event of an application.
    this.write('$$$settings', [systemEvent('$metadata'), systemEvent('$metadata')]);
    this.write('$users', [systemEvent('$User')]);
  }

  stream(name: string): readonly StoredEvent[] {
    return this.streams.get(name) ?? [];
  }

  append(stream: string, events: readonly ProposedEvent[], expected: ExpectedRevision): Outcome {
    const there = this.stream(stream);
    const current = there.length - 1;
    if (expected === 'stream exists' && current === -1) return { currentRevision: -1 };
    if (typeof expected !== 'number' || expected === current) return this.write(stream, events);
    const before = there.slice(expected + 1, expected + 1 + events.length);
    const repeated = events.length > 0 && events.every(({ id }, index) => before[index]?.id === id);
    if (expected > current || !repeated) return { currentRevision: current };
    return before.at(-1)!;
  }

  /** Called after every append. Returns what ends it. */
  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private write(stream: string, events: readonly ProposedEvent[]): Outcome {
    const there = this.streams.get(stream) ?? [];
    this.streams.set(stream, there);
    for (const event of events) {
      const stored = { ...event, stream, revision: there.length, position: this.end, created: now() };
      there.push(stored);
      this.events.push(stored);
      // A position is a place in a file: as far apart as the records are long.
      this.end += 150 + stream.length + event.type.length + event.data.length + event.metadata.length;
    }
    for (const listener of [...this.listeners]) listener();
    return { revision: there.length - 1, position: there.at(-1)?.position ?? 0 };
  }
}

const now = (): bigint => BigInt(Date.now()) * 10_000n;

const systemEvent = (type: string): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{}'),
});

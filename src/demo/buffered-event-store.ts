// Buffers appends in memory, so that many commands are written in one batch.
import { parseStreamName } from '#domain/stream-names.js';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import { WrongExpectedVersion, type AppendResult, type EventStore } from '#event-store/event-store.js';

interface StagedAppend {
  readonly stream: string;
  readonly expectedVersion: number;
  readonly events: NewEvent[];
}

export class BufferedEventStore {
  private readonly streams = new Map<string, RecordedEvent[]>();
  private staged: StagedAppend[] = [];
  private count = 0;
  private head = 0;

  /** `together`: appends that the store keeps in order within one turn of the event loop. */
  constructor(
    private readonly store: EventStore,
    private readonly together: number,
  ) {}

  get size(): number {
    return this.count;
  }

  /** Positions of unwritten events are provisional. */
  get asStore(): EventStore {
    return {
      ...this.store,
      all: (...after) => this.store.all(...after),
      read: async (stream, from = 1) => {
        const events = await this.eventsOf(stream);
        return { events: events.slice(from - 1), version: events.length };
      },
      append: async (stream, events, expectedVersion) => this.append(stream, events, expectedVersion),
    };
  }

  /** Claims (numbers, unique values, daily quota) are written first, since a record without its claim would share it. Throws `WrongExpectedVersion` after a concurrent write: the batch is partly written, and its commands have to be run again by fresh handlers. */
  async write(): Promise<void> {
    const waiting = this.staged;
    this.forget();
    await this.writeAll(waiting.filter(({ stream }) => isClaim(stream)));
    await this.writeAll(joined(waiting.filter(({ stream }) => !isClaim(stream))));
  }

  private forget(): void {
    this.streams.clear();
    this.staged = [];
    this.count = 0;
    this.head = 0;
  }

  private async eventsOf(stream: string): Promise<RecordedEvent[]> {
    const known = this.streams.get(stream);
    if (known) return known;
    const { events } = await this.store.read(stream);
    const read = this.streams.get(stream) ?? [...events];
    this.streams.set(stream, read);
    return read;
  }

  private async append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: number,
  ): Promise<AppendResult> {
    if (this.head === 0) this.head = await this.store.head();
    const there = await this.eventsOf(stream);
    if (there.length !== expectedVersion)
      throw new WrongExpectedVersion(stream, expectedVersion, there.length);
    this.staged.push({ stream, expectedVersion, events: [...events] });
    for (const event of events) {
      const position = this.head + ++this.count;
      there.push({ ...asStored(event), stream, version: there.length + 1, position });
    }
    return { version: there.length, position: this.head + this.count };
  }

  private async writeAll(appends: readonly StagedAppend[]): Promise<void> {
    for (let from = 0; from < appends.length; from += this.together)
      await everyOne(
        appends
          .slice(from, from + this.together)
          .map(({ stream, events, expectedVersion }) => this.store.append(stream, events, expectedVersion)),
      );
  }
}

/** JSON round trip drops undefined members. */
const asStored = (event: NewEvent): NewEvent => JSON.parse(JSON.stringify(event)) as NewEvent;

const CLAIMS = new Set(['number', 'unique', 'openings']);

const isClaim = (stream: string): boolean => CLAIMS.has(parseStreamName(stream)?.of ?? '');

function joined(appends: readonly StagedAppend[]): readonly StagedAppend[] {
  const together: StagedAppend[] = [];
  for (const append of appends) {
    const last = together.at(-1);
    if (last?.stream !== append.stream) together.push({ ...append });
    else for (const event of append.events) last.events.push(event);
  }
  return together;
}

async function everyOne(underWay: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(underWay);
  await Promise.all(underWay);
}

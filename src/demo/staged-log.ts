// A log in memory before the real one: each command decides upon what those before it have appended, and many are written at once.
import { parseStream } from '#domain/stream-names.js';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import { WrongExpectedVersion, type AppendResult, type EventStore } from '#event-store/event-store.js';

/** Events of one stream that follow each other in the log. */
interface StagedAppend {
  readonly stream: string;
  readonly expectedVersion: number;
  readonly events: NewEvent[];
}

export class StagedLog {
  private readonly streams = new Map<string, RecordedEvent[]>();
  private staged: StagedAppend[] = [];
  private count = 0;
  private head = 0;

  /** `together`: how many appends the store writes in their order when they are asked for in one turn of the event loop. */
  constructor(
    private readonly store: EventStore,
    private readonly together: number,
  ) {}

  /** Events that wait to be written. */
  get size(): number {
    return this.count;
  }

  /** As commands ask for it. Positions of events that are not written yet are made up. */
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

  /**
   * Writes what waits. Claims (numbers, unique values, places in a day) go first, since a record without its claim would share it.
   * Throws `WrongExpectedVersion` where another process has written to one of the streams: what waits is then not written whole, and
   * its commands have to be sent again to handlers that remember nothing of it.
   */
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

/** As it is read back: without what JSON leaves out. */
const asStored = (event: NewEvent): NewEvent => JSON.parse(JSON.stringify(event)) as NewEvent;

const CLAIMS = new Set(['number', 'unique', 'openings']);

const isClaim = (stream: string): boolean => CLAIMS.has(parseStream(stream)?.of ?? '');

/** Appends to one stream that follow each other are one. */
function joined(appends: readonly StagedAppend[]): readonly StagedAppend[] {
  const together: StagedAppend[] = [];
  for (const append of appends) {
    const last = together.at(-1);
    if (last?.stream !== append.stream) together.push({ ...append });
    else for (const event of append.events) last.events.push(event);
  }
  return together;
}

/** Waits for all of them before the first failure is thrown. */
async function everyOne(underWay: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(underWay);
  await Promise.all(underWay);
}

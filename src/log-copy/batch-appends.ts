// Consecutive events of one stream are appended together, up to what every engine accepts.
import type { RecordedEvent } from '#domain/event.js';

export interface CopiedAppend {
  readonly stream: string;
  readonly expectedVersion: number;
  readonly events: readonly RecordedEvent[];
}

/** EventStoreDB accepts a mebibyte by default; a single event may be larger. */
const BYTES = 512 * 1024;
const EVENTS = 500;
/** Bytes of names, ids and lengths. */
const AROUND = 200;

export async function* batchAppends(events: AsyncIterable<RecordedEvent>): AsyncGenerator<CopiedAppend> {
  let gathered: RecordedEvent[] = [];
  let bytes = 0;
  const take = (): CopiedAppend => {
    const [{ stream, version }] = gathered as [RecordedEvent];
    const append = { stream, expectedVersion: version - 1, events: gathered };
    gathered = [];
    bytes = 0;
    return append;
  };
  for await (const event of events) {
    const size = sizeOf(event);
    const isFull = gathered.length >= EVENTS || bytes + size > BYTES;
    if (gathered.length > 0 && (isFull || !follows(gathered.at(-1)!, event))) yield take();
    gathered.push(event);
    bytes += size;
  }
  if (gathered.length > 0) yield take();
}

const follows = (before: RecordedEvent, event: RecordedEvent) =>
  event.stream === before.stream && event.version === before.version + 1;

const sizeOf = ({ data, metadata }: RecordedEvent): number =>
  Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata)) + AROUND;

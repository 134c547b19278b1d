import { getEffectiveTime, type RecordedEvent } from '../domain/event.js';
import { getStreamApplication as applicationOfStream } from '../domain/stream-names.js';
import type { EventStore } from './event-store.js';

export interface EventSelection {
  readonly stream?: string;
  readonly application?: string;
  readonly type?: readonly string[];
  readonly actor?: string;
  /** ISO 8601 of the occurrence; `until` is exclusive. */
  readonly since?: string;
  readonly until?: string;
  readonly after: number;
  readonly limit?: number;
  readonly follow?: boolean;
}

export async function* selectEvents(
  store: EventStore,
  selection: EventSelection,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  let left = selection.limit ?? Infinity;
  if (left === 0) return;
  for await (const event of source(store, selection, signal)) {
    if (!matches(event, selection)) continue;
    yield event;
    if (--left === 0) return;
  }
}

async function* source(
  store: EventStore,
  selection: EventSelection,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  if (selection.stream && !selection.follow) {
    yield* (await store.read(selection.stream)).events;
    return;
  }
  const head = await store.head();
  if (!selection.follow && selection.after >= head) return;
  for await (const batch of store.all(selection.after, signal)) {
    for (const event of batch) {
      if (!selection.follow && event.position > head) return;
      yield event;
      if (!selection.follow && event.position === head) return;
    }
  }
}

function matches(
  event: RecordedEvent,
  { stream, application, type, actor, ...rest }: EventSelection,
): boolean {
  const matchesValue = <T>(wanted: T | undefined, found: T | undefined) =>
    wanted === undefined || wanted === found;
  return (
    event.position > rest.after &&
    matchesValue(stream, event.stream) &&
    matchesValue(application, applicationOf(event)) &&
    (matchesValue(actor, event.metadata.actor) || matchesValue(actor, event.metadata.onBehalfOf)) &&
    (type === undefined || type.includes(event.type)) &&
    isWithin(getEffectiveTime(event), rest)
  );
}

function isWithin(at: string, { since = '', until }: EventSelection): boolean {
  return at >= since && (until === undefined || at < until);
}

const applicationOf = ({ stream, metadata }: RecordedEvent): string | undefined =>
  applicationOfStream(stream) ?? metadata.specification?.key;

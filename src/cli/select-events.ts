// Which events `daybook events` prints: of one stream or the whole log, as it was or as it comes.
import { getEffectiveTime, type RecordedEvent } from '../domain/event.js';
import { getStreamApplication as applicationOfStream } from '../domain/stream-names.js';
import type { EventStore } from '../event-store/event-store.js';

export interface Selection {
  readonly stream?: string;
  readonly application?: string;
  readonly type?: readonly string[];
  /** Who did it, or for whom a deputy did. */
  readonly actor?: string;
  /** ISO instants, compared with the moment it happened: from, and up to but not including. */
  readonly since?: string;
  readonly until?: string;
  /** Position. */
  readonly after: number;
  readonly limit?: number;
  /** Does not end at the end of the log. */
  readonly follow?: boolean;
}

export async function* selectEvents(
  store: EventStore,
  selection: Selection,
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
  selection: Selection,
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

function matches(event: RecordedEvent, { stream, application, type, actor, ...rest }: Selection): boolean {
  const isAsked = <T>(asked: T | undefined, found: T | undefined) => asked === undefined || asked === found;
  return (
    event.position > rest.after &&
    isAsked(stream, event.stream) &&
    isAsked(application, applicationOf(event)) &&
    (isAsked(actor, event.metadata.actor) || isAsked(actor, event.metadata.onBehalfOf)) &&
    (type === undefined || type.includes(event.type)) &&
    isWithin(getEffectiveTime(event), rest)
  );
}

function isWithin(at: string, { since = '', until }: Selection): boolean {
  return at >= since && (until === undefined || at < until);
}

const applicationOf = ({ stream, metadata }: RecordedEvent): string | undefined =>
  applicationOfStream(stream) ?? metadata.specification?.key;

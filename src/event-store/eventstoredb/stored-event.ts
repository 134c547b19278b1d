// Between the codec's events and the client's: names, positions and JSON as EventStoreDB keeps them.
import { jsonEvent, type EventData, type RecordedEvent } from '@kurrent/kurrentdb-client';
import type { NewEvent, Recorded } from '../../domain/event.js';
import type { Codec } from '../codec.js';
import { EventIdTaken } from '../event-store.js';
import { UnfitLog } from './failures.js';
import { nameOf, storedName } from './stored-names.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws TypeError for what is no event, `EventIdTaken` for an id that is there twice. */
export function toStored(events: readonly NewEvent[], codec: Codec): EventData[] {
  const seen = new Set<string>();
  return events.map((event) => {
    const { id, type, data, metadata } = codec.encode(event);
    // EventStoreDB keeps 16 bytes, and writes them in small letters.
    if (!UUID.test(id)) throw new TypeError(`the id of an event must be a UUID in small letters: ${id}`);
    if (seen.has(id)) throw new EventIdTaken(id);
    seen.add(id);
    return jsonEvent({
      id,
      type: storedName(type),
      data: JSON.parse(data) as never,
      metadata: new TextEncoder().encode(metadata),
    });
  });
}

/** Throws `DamagedEvent`, or `UnfitLog` when another application wrote it. */
export function fromStored(event: RecordedEvent, codec: Codec, json = jsonOf(event)): Recorded {
  if (!isDaybooks(event))
    throw new UnfitLog(
      `Event ${event.revision} of ${event.streamId} was not written by Daybook. Daybook needs an EventStoreDB of its own: ` +
        'give it an empty one, and move its log there with daybook copy.',
    );
  const { id, type, metadata } = event;
  return codec.decode(
    { id, type: nameOf(type), data: json, metadata: JSON.stringify(metadata) },
    {
      stream: nameOf(event.streamId),
      version: Number(event.revision) + 1,
      position: toPosition(event.position?.commit),
    },
  );
}

/** The client has parsed it already; the codec wants the text, which it was made from in the same way. */
export const jsonOf = ({ isJson, data }: RecordedEvent): string => (isJson ? JSON.stringify(data) : '');

/** Metadata of ours are an object that names an actor; the codec says more exactly what is wrong with one of ours. */
export const isDaybooks = ({ isJson, metadata }: RecordedEvent): boolean =>
  isJson && typeof metadata === 'object' && metadata !== null && 'actor' in metadata;

/** The commit position: for an appended event, its own place in the log. */
export function toPosition(commit: bigint | undefined): number {
  if (commit === undefined || commit === 2n ** 64n - 1n)
    throw new UnfitLog(
      'This EventStoreDB does not tell where in the log an event of a stream stands. Daybook needs version 22.6 or later.',
    );
  const position = Number(commit);
  if (Number.isSafeInteger(position)) return position;
  throw new UnfitLog(
    `This EventStoreDB has positions up to ${commit}, and Daybook counts to ${Number.MAX_SAFE_INTEGER}. ` +
      'Move the log into an empty one with daybook copy: positions there begin at 0 again.',
  );
}

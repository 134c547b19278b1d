// The one place where events become stored JSON and stored JSON becomes events: checks shapes, upcasts older ones.
import type { Metadata, NewEvent, Recorded } from '../domain/event.js';
import { DamagedEvent, type Place } from './event-store.js';
import { upcastMetadata, upcasts as known, type Upcast } from './upcasts.js';

/** An event as every engine stores it: data and metadata are JSON text. */
export interface Encoded {
  readonly id: string;
  /** Stored name: the event's type, with '@2', '@3', … once its shape has changed. */
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

export interface Codec {
  /** Throws TypeError for what is no event: that is a mistake in the calling code. */
  encode(event: NewEvent): Encoded;
  /** Throws `DamagedEvent`. A type that nobody knows is passed through as it is: a newer Daybook wrote it. */
  decode(stored: Encoded, place: Place): Recorded;
}

export function createCodec(upcasts: readonly Upcast[] = known): Codec {
  const next = new Map(upcasts.map((upcast) => [upcast.from, upcast]));
  const latest = new Map(upcasts.map(({ from }) => [from, lastName(from, next)]));
  const types = new Map([...latest.values()].map((name) => [name, name.slice(0, name.lastIndexOf('@'))]));

  return {
    encode(event) {
      const encoded = {
        id: event.id,
        type: latest.get(event.type) ?? event.type,
        data: JSON.stringify(event.data) as string | undefined,
        metadata: JSON.stringify(event.metadata) as string | undefined,
      };
      for (const [key, value] of Object.entries(encoded)) if (!isText(value)) throw noEvent(event, key);
      return encoded as Encoded;
    },
    decode(stored, place) {
      const metadata = parse(stored.metadata, place) as Metadata;
      if (typeof metadata !== 'object' || metadata === null || typeof metadata.actor !== 'string')
        throw new DamagedEvent(place, 'its metadata name nobody');
      let data = parse(stored.data, place);
      let type = stored.type;
      for (let upcast = next.get(type); upcast; upcast = next.get(type)) {
        data = upcast.data(data as never);
        type = upcast.to;
      }
      const { stream, version, position } = place;
      return {
        id: stored.id,
        type: types.get(type) ?? type,
        data,
        metadata: upcastMetadata(metadata),
        stream,
        version,
        position,
      };
    },
  };
}

function lastName(from: string, next: ReadonlyMap<string, Upcast>): string {
  let name = from;
  for (let seen = 0; next.has(name); name = next.get(name)!.to)
    if (++seen > next.size) throw new Error(`the upcasts of ${from} go round in a circle`);
  return name;
}

function parse(json: string, place: Place): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new DamagedEvent(place, 'it is no JSON');
  }
}

// Half a surrogate pair has no UTF-8: the name read back would be another one. (In JSON it is escaped, and survives.)
const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** Can stand in a column of its own: a stream's name, an id, a type. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !HALF_A_CHARACTER.test(value);
}

const noEvent = (event: NewEvent, key: string) =>
  new TypeError(`this is no event, its ${key} cannot be stored: ${String(event.type)} ${String(event.id)}`);

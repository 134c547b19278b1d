// The one place where events become stored JSON and stored JSON becomes events: checks shapes, upcasts older ones.
import {
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  SYSTEM_ACTOR,
  UNKNOWN_ACTOR,
  type EventType,
} from '../domain/event.js';
import { eventTypes } from '../domain/event-types.js';
import { DamagedEvent, type EventLocation } from './event-store.js';

/** An event as every engine stores it: data and metadata are JSON text. */
export interface EncodedEvent {
  readonly id: string;
  /** Stored name: the event's type, with '@2', '@3', … once its shape has changed. */
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An event as it was stored, whose JSON is parsed. */
export interface ParsedEvent extends Pick<EncodedEvent, 'id' | 'type'> {
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface EventCodec {
  /** Throws TypeError for what is no event: that is a mistake in the calling code. */
  encode(event: NewEvent): EncodedEvent;
  /** Throws `DamagedEvent`. A type that nobody knows is passed through as it is: a newer Daybook wrote it. */
  decode(stored: EncodedEvent, place: EventLocation): RecordedEvent;
  /** The same of what is parsed already. */
  decodeParsed(parsed: ParsedEvent, place: EventLocation): RecordedEvent;
}

/** The types of a codec through which events come and go as they are stored. */
export const NO_UPCASTS: EventUpcasts = {};

/** `types`: those whose shape has changed, at least. */
export function createEventCodec(types: EventUpcasts = eventTypes): EventCodec {
  const decodeParsed: EventCodec['decodeParsed'] = (parsed, place) => {
    const metadata = parsed.metadata as Metadata;
    if (typeof metadata !== 'object' || metadata === null || typeof metadata.actor !== 'string')
      throw new DamagedEvent(place, 'its metadata name nobody');
    const { type, data } = upcast(types, parsed.type, parsed.data);
    const { stream, version, position } = place;
    const today = types === NO_UPCASTS ? metadata : upcastMetadata(metadata);
    return { id: parsed.id, type, data, metadata: today, stream, version, position };
  };
  return {
    encode(event) {
      const encoded = {
        id: event.id,
        type: toStoredType(types, event.type),
        data: JSON.stringify(event.data) as string | undefined,
        metadata: JSON.stringify(event.metadata) as string | undefined,
      };
      for (const [key, value] of Object.entries(encoded))
        if (!isStorableText(value)) throw invalidEventError(event, key);
      return encoded as EncodedEvent;
    },
    decode({ id, type, data, metadata }, place) {
      const parsed = { metadata: parseJson(metadata, place), data: parseJson(data, place) };
      return decodeParsed({ id, type, ...parsed }, place);
    },
    decodeParsed,
  };
}

function parseJson(json: string, place: EventLocation): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new DamagedEvent(place, 'it is no JSON');
  }
}

// Half a surrogate pair has no UTF-8: the name read back would be another one. (In JSON it is escaped, and survives.)
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Can stand in a column of its own: a stream's name, an id, a type. */
export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !LONE_SURROGATE.test(value);
}

const invalidEventError = (event: NewEvent, key: string) =>
  new TypeError(`this is no event, its ${key} cannot be stored: ${String(event.type)} ${String(event.id)}`);

/** From each shape of a type to the next. The first is stored under the bare type, the others under it with '@2', '@3', … */
export type EventUpcasts = Readonly<Record<string, Pick<EventType, 'upcasts'>>>;

/** Before people from logs could be nobody, an imported event whose log names nobody said that Daybook did it. */
function upcastMetadata(metadata: Metadata): Metadata {
  const hasNoRecordedActor = metadata.source !== undefined && metadata.actor === SYSTEM_ACTOR;
  return hasNoRecordedActor ? { ...metadata, actor: UNKNOWN_ACTOR } : metadata;
}

/** What the type is stored under now. */
function toStoredType(types: EventUpcasts, type: string): string {
  const shape = findUpcasts(types, type).length + 1;
  return shape === 1 ? type : `${type}@${shape}`;
}

/** Today's type and data; a shape that is newer than what is known here stays as it is stored. */
function upcast(types: EventUpcasts, stored: string, data: unknown): { type: string; data: unknown } {
  const { type, shape } = parseStoredType(stored);
  const steps = findUpcasts(types, type);
  if (shape > steps.length + 1) return { type: stored, data };
  // Nearly every event is of today's shape.
  if (shape > steps.length) return { type, data };
  return { type, data: upcastData(steps.slice(shape - 1), data) };
}

/** Data that are not of their shape stay as they are stored: what they break is said where they are used, and reading goes on. */
function upcastData(steps: EventType['upcasts'], data: unknown): unknown {
  try {
    return steps.reduce((older: unknown, step) => step(older as never), data);
  } catch {
    return data;
  }
}

function parseStoredType(stored: string): { readonly type: string; readonly shape: number } {
  if (!stored.includes('@')) return { type: stored, shape: 1 };
  const [, type, shape] = /^(.+)@([2-9]|[1-9]\d+)$/.exec(stored) ?? [undefined, stored, '1'];
  return { type: type!, shape: Number(shape) };
}

const findUpcasts = (types: EventUpcasts, type: string) =>
  Object.hasOwn(types, type) ? types[type]!.upcasts : [];

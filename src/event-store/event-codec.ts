import {
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  SYSTEM_ACTOR_ID,
  UNKNOWN_ACTOR_ID,
  type EventType,
} from '../domain/event.js';
import { eventTypes } from '../domain/event-types.js';
import { DamagedEventError, type EventLocation } from './event-store.js';

export interface EncodedEvent {
  readonly id: string;
  /** The event's type, followed by '@2', '@3', … once its shape has changed. */
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

export interface ParsedEvent extends Pick<EncodedEvent, 'id' | 'type'> {
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface EventCodec {
  /** Throws TypeError for a malformed event. */
  encode(event: NewEvent): EncodedEvent;
  /** Throws `DamagedEventError`. Unknown types, written by a newer Daybook, are returned unchanged. */
  decode(stored: EncodedEvent, place: EventLocation): RecordedEvent;
  decodeParsed(parsed: ParsedEvent, place: EventLocation): RecordedEvent;
}

/** Reads and writes events exactly as they are stored. */
export const NO_UPCASTERS: EventUpcasters = {};

export function createEventCodec(types: EventUpcasters = eventTypes): EventCodec {
  const decodeParsed: EventCodec['decodeParsed'] = (parsed, place) => {
    const metadata = parsed.metadata as Metadata;
    if (typeof metadata !== 'object' || metadata === null || typeof metadata.actor !== 'string')
      throw new DamagedEventError(place, 'its metadata name nobody');
    const { type, data } = upcast(types, parsed.type, parsed.data);
    const { stream, version, position } = place;
    const today = types === NO_UPCASTERS ? metadata : upcastMetadata(metadata);
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
    throw new DamagedEventError(place, 'it is no JSON');
  }
}

// A lone surrogate has no UTF-8 form: the stream's name would change on reading.
const LONE_SURROGATE = /\p{Surrogate}/u;

export function isStorableText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !LONE_SURROGATE.test(value);
}

const invalidEventError = (event: NewEvent, key: string) =>
  new TypeError(`this is no event, its ${key} cannot be stored: ${String(event.type)} ${String(event.id)}`);

/** Conversions from each shape of a type to the next, stored under the bare type, then '@2', '@3', … */
export type EventUpcasters = Readonly<Record<string, Pick<EventType, 'upcasts'>>>;

/** Earlier versions recorded Daybook as the actor of imported events whose log names no actor. */
function upcastMetadata(metadata: Metadata): Metadata {
  const hasNoRecordedActor = metadata.source !== undefined && metadata.actor === SYSTEM_ACTOR_ID;
  return hasNoRecordedActor ? { ...metadata, actor: UNKNOWN_ACTOR_ID } : metadata;
}

export function toStoredType(types: EventUpcasters, type: string): string {
  const shape = findUpcasts(types, type).length + 1;
  return shape === 1 ? type : `${type}@${shape}`;
}

function upcast(types: EventUpcasters, stored: string, data: unknown): { type: string; data: unknown } {
  const { type, shape } = parseStoredType(stored);
  const steps = findUpcasts(types, type);
  if (shape > steps.length + 1) return { type: stored, data };
  if (shape > steps.length) return { type, data };
  return { type, data: upcastData(steps.slice(shape - 1), data) };
}

/** Data that do not fit their shape stay unchanged; their consumer reports the error. */
function upcastData(steps: EventType['upcasts'], data: unknown): unknown {
  try {
    return steps.reduce((older: unknown, step) => step(older as never), data);
  } catch {
    return data;
  }
}

/** `record.approval-given@2`. */
export const toCurrentStoredType = (type: string): string => toStoredType(eventTypes, type);

function parseStoredType(stored: string): { readonly type: string; readonly shape: number } {
  if (!stored.includes('@')) return { type: stored, shape: 1 };
  const [, type, shape] = /^(.+)@([2-9]|[1-9]\d+)$/.exec(stored) ?? [undefined, stored, '1'];
  return { type: type!, shape: Number(shape) };
}

const findUpcasts = (types: EventUpcasters, type: string) =>
  Object.hasOwn(types, type) ? types[type]!.upcasts : [];

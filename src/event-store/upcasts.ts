// How events in an older stored shape become today's. Never change or remove a line: logs live longer than code.
import { BY_ITSELF, NOT_RECORDED, type Metadata } from '../domain/event.js';

export interface Upcast {
  /** Stored name of the older shape. */
  readonly from: string;
  /** Stored name of the next shape: the event's type, '@' and the number of the shape: 'record.commented@2'. */
  readonly to: string;
  /** Pure: the same stored data always become the same data. */
  readonly data: (data: never) => unknown;
}

/** Before people from logs could be nobody, an imported event whose log names nobody said that Daybook did it. */
export function upcastMetadata(metadata: Metadata): Metadata {
  const isNobodys = metadata.source !== undefined && metadata.actor === BY_ITSELF;
  return isNobodys ? { ...metadata, actor: NOT_RECORDED } : metadata;
}

/** The first shape of an event is stored under its bare type, so a type without a line here has one shape. */
export const upcasts: readonly Upcast[] = [];

// What an event is, for every stream. The stored type names are chosen, never derived:
// they are the storage format and outlive every rename in the code.

import type { Erased } from '../specification/value.js';
/** Who acted, where that was nobody: Daybook itself, or somebody whom the log an event is imported from does not name. */
export const BY_ITSELF = 'system';
export const NOT_RECORDED = 'not-recorded';

/** Why, by whom and when an event was written. Times are ISO 8601 instants in UTC. */
export interface Metadata {
  /** Id of the person, `BY_ITSELF` or `NOT_RECORDED`. */
  readonly actor: string;
  readonly recordedAt: string;
  readonly commandId: string;
  /** Keyed fingerprint of what the command asked for; undefined: written before there was one, or taken over from elsewhere. */
  readonly payload?: string;
  readonly correlationId: string;
  /** Id of the event or command that led to this one. */
  readonly causationId?: string;
  readonly specification?: { readonly key: string; readonly version: number };
  readonly reason?: string;
  /** When it happened, where that is not when it was written down (imports, back-dated facts). */
  readonly effectiveAt?: string;
  /** Where an imported event came from; attributes are what the log said beyond action, person and time. */
  readonly source?: {
    readonly log: string;
    readonly line: number;
    readonly attributes?: Readonly<Record<string, Attribute>>;
  };
}

/** A value as a log said it; sealed in the log of ours where it is about a person. */
export type Attribute = string | number | boolean | AboutPerson | Erased;

/** Something that names a person, or tells about them: sealed under their key before it is written, opened to `value` alone. */
export interface AboutPerson {
  /** Id of the person. */
  readonly about: string;
  readonly value: string | number | boolean;
}

export function isAboutPerson(attribute: unknown): attribute is AboutPerson {
  return typeof attribute === 'object' && attribute !== null && 'about' in attribute && 'value' in attribute;
}

export interface Event<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** An event about to be written. Ids derive from the command, so that the same command twice has the same ids. */
export interface NewEvent<E extends Event = Event> {
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: Metadata;
}

/** An event as the store holds it. */
export interface Recorded<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string;
  /** Place in its stream, from 1. */
  readonly version: number;
  /** Place in the whole log: grows in commit order, may have gaps. */
  readonly position: number;
}

/** When it happened, as far as anybody knows. */
export function happenedAt(event: {
  readonly metadata: Pick<Metadata, 'recordedAt' | 'effectiveAt'>;
}): string {
  return event.metadata.effectiveAt ?? event.metadata.recordedAt;
}

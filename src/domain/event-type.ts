// What is said once about a type of event, and holds wherever it is stored, opened, shown, found and told.
import type { Event } from './event.js';

export interface EventType<Data = unknown> {
  /** Names of the streams it stands in. */
  readonly stream: string;
  /** When it is written, as a half sentence: 'Somebody opened a record'. */
  readonly when: string;
  /** As one chooses it from a list: 'Record opened'. */
  readonly title: string;
  /** `bookkeeping`: what Daybook writes down for itself; timelines show it to who asks for it. */
  readonly kind: 'record' | 'person' | 'specification' | 'bookkeeping';
  /** What somebody did, in the past tense, as far as everybody may know it: 'opened'. */
  readonly did: string;
  /** The same with what its data say, as far as they are seen. */
  readonly told?: (data: VisibleData<Data>, words: EventVocabulary) => string | Quoted;
  /** What stands between that and what it is about; a space where it is left out. */
  readonly joined?: string;
  readonly members: { readonly [Member in keyof Required<Data>]: EventMember };
  /** From the first shape of its data to the second, from there to the third, …: never changed, never removed. Pure. */
  readonly upcasts: readonly ((data: never) => unknown)[];
}

/** All types of a family: a type without a description does not compile, nor does a member without a meaning. */
export type EventTypesOf<E extends Event> = {
  readonly [Type in E['type']]: EventType<Extract<E, { readonly type: Type }>['data']>;
};

/** A member of an event's data. A text alone is its meaning, and whoever sees the event sees it. */
export type EventMember = string | DescribedMember;

export interface DescribedMember {
  readonly means: string;
  readonly shown?: ShownTo;
  /** Sealed with the key of the person whom the event is about. Values of fields are sealed as their fields say. */
  readonly sealed?: true;
  /** Ids of people, by which read models find it: never sealed. */
  readonly ids?: true;
}

/**
 * To whom a member is shown. `title`: to who sees what titles are made of; `new title`: likewise, and only where it changed. `values`,
 * `changes`: each field to who may read it. `field`: the name of a field, likewise. `whole`: to who sees every field of the record. `person`:
 * to admins and the person. `signature`: its digest only to who sees all that was signed. `nobody`: a digest.
 */
export type ShownTo =
  | 'everybody'
  | 'title'
  | 'new title'
  | 'values'
  | 'changes'
  | 'field'
  | 'whole'
  | 'person'
  | 'signature'
  | 'nobody';

export function describedMember(member: EventMember): Required<Pick<DescribedMember, 'means' | 'shown'>> & {
  readonly sealed: boolean;
  readonly ids: boolean;
} {
  const {
    means,
    shown = 'everybody',
    sealed = false,
    ids = false,
  } = typeof member === 'string' ? { means: member } : member;
  return { means, shown, sealed, ids };
}

/** Of what is told, a member may be missing or hidden. */
export type VisibleData<Data> = { readonly [Member in keyof Data]?: unknown };

/** Told as it stands: titles of actions are imperatives, and nobody conjugates them. */
export interface Quoted {
  readonly quoted: string;
}

/** What the sentence about an event needs to know of the world. */
export interface EventVocabulary {
  person(id: string): string;
  /** 'the role “Approver” in Purchasing' */
  role(application: string, role: string): string;
  /** Title of an action of the record it is about. */
  action(key: string): string;
  /** Title of a timer of the same. */
  timer(key: string): string;
}

// What an event is, for every stream: as it is stored, as it is decided and folded, and what is said once about each type of
// event. The stored type names are chosen, never derived: they are the storage format and outlive every rename in the code.
import type { Erased } from '../specification/model/stored-value.js';

/** Who acted, where that was nobody: Daybook itself, or somebody whom the log an event is imported from does not name. */
export const SYSTEM_ACTOR = 'system';
export const UNKNOWN_ACTOR = 'not-recorded';
/** Application of the roles that hold for the whole installation: `admin` and `auditor`. */
export const INSTALLATION = '-';

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
  /** `constants`: how many changes of constants were known; left out where there were none. */
  readonly specification?: { readonly key: string; readonly version: number; readonly constants?: number };
  readonly reason?: string;
  /** Id of the person whose deputy the actor was. */
  readonly onBehalfOf?: string;
  /** When it happened, where that is not when it was written down (imports, back-dated facts). */
  readonly effectiveAt?: string;
  /** Where an imported event came from. */
  readonly source?: ImportSource;
  /** Of what was done on the command line: by whom. */
  readonly commandLine?: CommandLineOperator;
}

/** Who acts on the command line: the person that `--as` names, else the account of the operating system. */
export type CommandLineOperator = { readonly person: string } | { readonly account: string };

export interface ImportSource {
  readonly log: string;
  readonly line: number;
  /** The time as the log wrote it, where it is not how it is stored: with its offset, all its digits, or without a zone. */
  readonly at?: string;
  /** The zone it was taken for, where it named none. */
  readonly timeZone?: string;
  /** Keyed digest of what the log said; of a case, one for each of its attributes. Imports before had none. */
  readonly fingerprint?: string;
  readonly fingerprints?: Readonly<Record<string, string>>;
  /** What the log said beyond action, person, time and fields. What speaks of people is sealed. */
  readonly attributes?: StoredAttributes;
}

/** An attribute of a log: its text, or, where it is nested, a list or given twice, its structure. */
export type StoredAttribute =
  | string
  | number
  | boolean
  | {
      readonly type: string;
      readonly value?: string;
      readonly children: readonly { readonly key: string; readonly is: StoredAttribute }[];
    }
  | readonly StoredAttribute[]
  | Erased;

export type StoredAttributes = Readonly<Record<string, StoredAttribute>>;

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
export interface RecordedEvent<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string;
  /** Place in its stream, from 1. */
  readonly version: number;
  /** Place in the whole log: grows in commit order, may have gaps. */
  readonly position: number;
  /** The hash of the whole log up to it, where its engine keeps that: see log-hash-chain.ts of the event store. */
  readonly link?: string;
  /** The hash of the event as it is stored, where its engine keeps no links. */
  readonly digest?: string;
}

/** When it happened, as far as anybody knows. */
export function getEffectiveTime(event: {
  readonly metadata: Pick<Metadata, 'recordedAt' | 'effectiveAt'>;
}): string {
  return event.metadata.effectiveAt ?? event.metadata.recordedAt;
}

/** Whether it was imported from a log, and did not happen here. */
export const isImportedEvent = ({ metadata }: { readonly metadata: Pick<Metadata, 'source'> }): boolean =>
  metadata.source !== undefined;

/** What a decision has to say about its event beyond type and data. What it leaves out, the command's context says. */
export type MetadataOverrides = Partial<
  Pick<Metadata, 'actor' | 'reason' | 'onBehalfOf' | 'effectiveAt' | 'source'>
> & {
  /** Attribute of its source → ids of the people it tells about. Not stored: it says for whom the attribute is sealed. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
};

/** An event as it was decided: not yet stamped with who, when and why. */
export type DecidedEvent<E extends Event = Event> = E & { readonly metadata?: MetadataOverrides };

/** An event as far as folding looks at it. */
export type FoldableEvent<E extends Event = Event> = E & {
  readonly metadata: Pick<
    Metadata,
    'actor' | 'recordedAt' | 'effectiveAt' | 'onBehalfOf' | 'reason' | 'source' | 'specification'
  >;
};

/** The decided event as it will be read back: for folding on before it is written. */
export function toFoldableEvent<E extends Event>(
  decided: DecidedEvent<E>,
  actor: string,
  at: string,
): FoldableEvent<E> {
  const { metadata: overrides, ...event } = decided;
  return { ...event, metadata: { actor, recordedAt: at, ...overrides } } as unknown as FoldableEvent<E>;
}

/** All types of a family: a type without a description does not compile, nor does a member without a meaning. */
export type EventTypeMap<E extends Event> = {
  readonly [Type in E['type']]: EventType<Extract<E, { readonly type: Type }>['data']>;
};

/** What is said once about a type of event, and holds wherever it is stored, opened, shown, found and told. */
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
  readonly verbPhrase: string;
  /** The same with what its data say, as far as they are seen. */
  readonly describe?: (
    data: VisibleData<Data>,
    words: EventVocabulary,
  ) => string | QuotedTitle | PastTense | WholeSentence;
  /** What stands between that and what it is about; a space where it is left out. */
  readonly connector?: string;
  readonly members: { readonly [Member in keyof Required<Data>]: EventMember };
  /** From the first shape of its data to the second, from there to the third, …: never changed, never removed. Pure. */
  readonly upcasts: readonly ((data: never) => unknown)[];
}

/** A member of an event's data. A text alone is its meaning, and whoever sees the event sees it. */
export type EventMember = string | DescribedMember;

export interface DescribedMember {
  readonly means: string;
  readonly visibility?: Visibility;
  /** Sealed with the key of the person whom the event is about. Values of fields are sealed as their fields say. */
  readonly sealed?: true;
  /** Ids of people, by which read models find it: never sealed. */
  readonly ids?: true;
}

/**
 * To whom a member is shown. `title`: to who sees what titles are made of; `new title`: likewise, and only where it changed. `values`,
 * `changes`, `proposed changes` (which take effect later, if ever): each field to who may read it. `field`: the name of a field, likewise;
 * `by field`: what is said of fields by their names. `whole`: to who sees every field of the record. `person`: to admins and the person.
 * `signature`: its digest only to who sees all that was signed. `operators`: to admins and auditors, such as a technical cause. `nobody`: a
 * digest.
 */
export type Visibility =
  | 'everybody'
  | 'title'
  | 'new title'
  | 'values'
  | 'changes'
  | 'proposed changes'
  | 'field'
  | 'by field'
  | 'whole'
  | 'person'
  | 'signature'
  | 'operators'
  | 'nobody';

export function toDescribedMember(member: EventMember): Required<
  Pick<DescribedMember, 'means' | 'visibility'>
> & {
  readonly sealed: boolean;
  readonly ids: boolean;
} {
  const {
    means,
    visibility = 'everybody',
    sealed = false,
    ids = false,
  } = typeof member === 'string' ? { means: member } : member;
  return { means, visibility, sealed, ids };
}

/** Of what is told, a member may be missing or hidden. */
export type VisibleData<Data> = { readonly [Member in keyof Data]?: unknown };

/** Told as it stands: titles of actions are imperatives, and nobody conjugates them. */
interface QuotedTitle {
  readonly quoted: string;
}

/** In the past tense, as the document says it; it needs an object where it is one word. */
interface PastTense {
  readonly done: string;
}

/** Whole, without who acted: “Reminder sent to Priya Raman”. */
interface WholeSentence {
  readonly sentence: string;
}

/** What the sentence about an event needs to know of the world. */
export interface EventVocabulary {
  person(id: string): string;
  /** 'the role “Approver” in Purchasing' */
  role(application: string, role: string): string;
  /** Title of an action of the record it is about. */
  action(key: string): string;
  /** The same in the past tense; undefined: the document does not say it. */
  done(key: string): string | undefined;
  /** Title of a timer of the same. */
  timer(key: string): string;
  /** Title of a state of the same. */
  state(key: string): string;
  /** Title of a call or mail of the same application; its name in quotation marks where it has none. */
  call(key: string): string;
  /** “Priya Raman approved”: what a person did that makes the call; undefined: it is made by itself. */
  cause(call: string): string | undefined;
  /** Title of a constant of the same. */
  constant(key: string): string;
  /** A value of a constant as a document writes it, such as `5000 EUR`. */
  constantValue(text: string): string;
  /** A day, `2026-11-20`. */
  day(iso: string): string;
  /** An ISO 8601 duration. */
  duration(iso: string): string;
}

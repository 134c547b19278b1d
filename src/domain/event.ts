// The shapes of an event: decided, stored and folded, and the description of its type. Type names are the storage
// format and never derived from names in the code.
import type { Erased } from '../specification/model/stored-value.js';

/** Actors that are no person: Daybook itself, and an unknown person in an imported log. */
export const SYSTEM_ACTOR = 'system';
export const UNKNOWN_ACTOR = 'not-recorded';
/** Application of the roles `admin` and `auditor`, which hold for the whole installation. */
export const INSTALLATION = '-';

/** Times are ISO 8601 instants in UTC. */
export interface Metadata {
  /** Id of the person, `SYSTEM_ACTOR` or `UNKNOWN_ACTOR`. */
  readonly actor: string;
  readonly recordedAt: string;
  readonly commandId: string;
  /** Keyed fingerprint of the command's data; missing in imported events and in those of early versions. */
  readonly payload?: string;
  readonly correlationId: string;
  readonly causationId?: string;
  /** `constants`: number of known changes of constants, if any. */
  readonly specification?: { readonly key: string; readonly version: number; readonly constants?: number };
  readonly reason?: string;
  readonly onBehalfOf?: string;
  /** When the event happened, if not when it was recorded (imports, back-dated facts). */
  readonly effectiveAt?: string;
  readonly source?: ImportSource;
  readonly commandLine?: CommandLineOperator;
}

/** The person of `--as`, else the account of the operating system. */
export type CommandLineOperator = { readonly person: string } | { readonly account: string };

export interface ImportSource {
  readonly log: string;
  readonly line: number;
  /** The time as the log wrote it, if that differs from the stored form. */
  readonly at?: string;
  /** The time zone assumed for a time without one. */
  readonly timeZone?: string;
  /** Keyed digest of the step; a case has one per attribute. Missing in events of early versions. */
  readonly fingerprint?: string;
  readonly fingerprints?: Readonly<Record<string, string>>;
  /** Further attributes of the log; those about people are sealed. */
  readonly attributes?: StoredAttributes;
}

/** The text of an attribute, or its structure if it is nested, a list or repeated. */
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

/** Ids derive from the command, so that appending the same command twice is idempotent. */
export interface NewEvent<E extends Event = Event> {
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: Metadata;
}

export interface RecordedEvent<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string;
  readonly version: number;
  /** Position in the log: grows in commit order, may have gaps. */
  readonly position: number;
  /** Hash chain of the log up to this event, see log-hash-chain.ts. */
  readonly link?: string;
  /** Hash of the stored event where the engine has no hash chain. */
  readonly digest?: string;
}

export function getEffectiveTime(event: {
  readonly metadata: Pick<Metadata, 'recordedAt' | 'effectiveAt'>;
}): string {
  return event.metadata.effectiveAt ?? event.metadata.recordedAt;
}

export const isImportedEvent = ({ metadata }: { readonly metadata: Pick<Metadata, 'source'> }): boolean =>
  metadata.source !== undefined;

/** Metadata that a decision sets itself; the rest comes from the context of the command. */
export type MetadataOverrides = Partial<
  Pick<Metadata, 'actor' | 'reason' | 'onBehalfOf' | 'effectiveAt' | 'source'>
> & {
  /** Attribute of the source → ids of the people it is about. Not stored: it selects the keys for sealing. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
};

/** An event as a decider returns it, without most metadata. */
export type DecidedEvent<E extends Event = Event> = E & { readonly metadata?: MetadataOverrides };

export type FoldableEvent<E extends Event = Event> = E & {
  readonly metadata: Pick<
    Metadata,
    'actor' | 'recordedAt' | 'effectiveAt' | 'onBehalfOf' | 'reason' | 'source' | 'specification'
  >;
};

/** Turns a decided event into what will be read back, so that it can be folded before it is stored. */
export function toFoldableEvent<E extends Event>(
  decidedEvent: DecidedEvent<E>,
  actor: string,
  at: string,
): FoldableEvent<E> {
  const { metadata: overrides, ...event } = decidedEvent;
  return { ...event, metadata: { actor, recordedAt: at, ...overrides } } as unknown as FoldableEvent<E>;
}

/** The compiler requires a description of every type and every member. */
export type EventTypeMap<E extends Event> = {
  readonly [Type in E['type']]: EventType<Extract<E, { readonly type: Type }>['data']>;
};

/** Describes a type of event for storage, redaction, timelines and documentation. */
export interface EventType<Data = unknown> {
  readonly stream: string;
  /** When the event is written, as a sentence: 'Somebody opened a record.' */
  readonly when: string;
  readonly title: string;
  /** `bookkeeping`: internal events, which timelines hide by default. */
  readonly kind: 'record' | 'person' | 'specification' | 'bookkeeping';
  /** What the actor did, without any data, in the past tense: 'opened'. */
  readonly verbPhrase: string;
  readonly describe?: (
    data: VisibleData<Data>,
    words: EventVocabulary,
  ) => string | QuotedTitle | PastTense | WholeSentence;
  /** Text between the verb phrase and its object; a space by default. */
  readonly connector?: string;
  readonly members: { readonly [Member in keyof Required<Data>]: EventMember };
  /** Pure functions from one version of the data to the next, never changed or removed. */
  readonly upcasts: readonly ((data: never) => unknown)[];
}

/** A member of the data. A text alone is its meaning, visible to every reader of the event. */
export type EventMember = string | DescribedMember;

export interface DescribedMember {
  readonly means: string;
  readonly visibility?: Visibility;
  /** Sealed with the key of the person of the stream. Values of fields are sealed as their fields declare. */
  readonly sealed?: true;
  /** Ids of people, which read models index: never sealed. */
  readonly ids?: true;
}

/**
 * Who sees a member. `title`, `new title`: readers of all fields in the title. `values`, `changes`, `proposed changes`:
 * each field to its readers. `field`: a field's name; `by field`: an object with field names as keys. `whole`: readers
 * of every field. `person`: admins and the person. `signature`: the digest only to readers of everything signed.
 * `operators`: admins and auditors. `nobody`: digests.
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

/** Redaction may remove any member. */
export type VisibleData<Data> = { readonly [Member in keyof Data]?: unknown };

interface QuotedTitle {
  readonly quoted: string;
}

/** Past tense from the document; a single word takes an object. */
interface PastTense {
  readonly done: string;
}

/** A complete sentence without the actor: “Reminder sent to Priya Raman”. */
interface WholeSentence {
  readonly sentence: string;
}

export interface EventVocabulary {
  person(id: string): string;
  /** 'the role “Approver” in Purchasing' */
  role(application: string, role: string): string;
  action(key: string): string;
  /** Past tense of the action; undefined: the document declares none. */
  done(key: string): string | undefined;
  timer(key: string): string;
  state(key: string): string;
  /** Title of a call or mail; its key in quotation marks if it has none. */
  call(key: string): string;
  /** “Priya Raman approved”: the action that triggers the call; undefined: none. */
  cause(call: string): string | undefined;
  constant(key: string): string;
  /** A value in the notation of documents, such as `5000 EUR`. */
  constantValue(text: string): string;
  day(iso: string): string;
  duration(iso: string): string;
}

// Type names are the storage format and never derive from names in the code.
import type { Erased } from '../specification/model/stored-value.js';

export const SYSTEM_ACTOR_ID = 'system';
export const UNKNOWN_ACTOR_ID = 'not-recorded';
/** Roles for the whole installation. */
export const INSTALLATION = '-';

/** Times are ISO 8601 in UTC. */
export interface Metadata {
  /** A person, `SYSTEM_ACTOR_ID` or `UNKNOWN_ACTOR_ID`. */
  readonly actor: string;
  readonly recordedAt: string;
  readonly commandId: string;
  /** Keyed hash of the command's data; missing in imports and early versions. */
  readonly payload?: string;
  readonly correlationId: string;
  readonly causationId?: string;
  /** `constants`: number of known changes of constants. */
  readonly specification?: { readonly key: string; readonly version: number; readonly constants?: number };
  readonly reason?: string;
  readonly onBehalfOf?: string;
  /** When it happened, for imports and back-dated facts. */
  readonly effectiveAt?: string;
  readonly source?: ImportSource;
  readonly commandLine?: CommandLineOperator;
  /** Id of the API token with which a program acted for the actor. */
  readonly program?: string;
  /** Imported with a whole application. */
  readonly archive?: ArchiveSource;
}

export interface ArchiveSource {
  /** Hex SHA-256 of its manifest. */
  readonly sha256: string;
  /** In the installation where it happened. */
  readonly recordedAt: string;
}

/** The person of `--as`, else the account of the operating system. */
export type CommandLineOperator = { readonly person: string } | { readonly account: string };

export interface ImportSource {
  readonly log: string;
  readonly line: number;
  /** As in the log, if that differs. */
  readonly at?: string;
  /** Assumed for a time without one. */
  readonly timeZone?: string;
  /** Keyed digest of the step, or of each attribute of a case; missing in early versions. */
  readonly fingerprint?: string;
  readonly fingerprints?: Readonly<Record<string, string>>;
  /** Those about people are sealed. */
  readonly attributes?: ImportedAttributes;
}

/** An object for nested attributes. */
export type ImportedAttribute =
  | string
  | number
  | boolean
  | {
      readonly type: string;
      readonly value?: string;
      readonly children: readonly { readonly key: string; readonly is: ImportedAttribute }[];
    }
  | readonly ImportedAttribute[]
  | Erased;

export type ImportedAttributes = Readonly<Record<string, ImportedAttribute>>;

export interface Event<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** Ids derive from the command, so that appending it twice is idempotent. */
export interface NewEvent<E extends Event = Event> {
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: Metadata;
}

export interface RecordedEvent<E extends Event = Event> extends NewEvent<E> {
  readonly stream: string;
  readonly version: number;
  /** Grows in commit order, may have gaps. */
  readonly position: number;
  /** Of the hash chain, see log-hash-chain.ts. */
  readonly link?: string;
  /** For engines without hash chain. */
  readonly digest?: string;
}

export function getEffectiveTime(event: {
  readonly metadata: Pick<Metadata, 'recordedAt' | 'effectiveAt'>;
}): string {
  return event.metadata.effectiveAt ?? event.metadata.recordedAt;
}

export const isImportedEvent = ({ metadata }: { readonly metadata: Pick<Metadata, 'source'> }): boolean =>
  metadata.source !== undefined;

export type MetadataOverrides = Partial<
  Pick<Metadata, 'actor' | 'reason' | 'onBehalfOf' | 'effectiveAt' | 'source'>
> & {
  /** Attribute → ids of the people it is about, whose keys seal it. Not stored. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
};

export type DecidedEvent<E extends Event = Event> = E & { readonly metadata?: MetadataOverrides };

export type FoldableEvent<E extends Event = Event> = E & {
  readonly metadata: Pick<
    Metadata,
    'actor' | 'recordedAt' | 'effectiveAt' | 'onBehalfOf' | 'reason' | 'source' | 'specification'
  >;
};

/** Folds an event before it is stored. */
export function toFoldableEvent<E extends Event>(
  decidedEvent: DecidedEvent<E>,
  actor: string,
  at: string,
): FoldableEvent<E> {
  const { metadata: overrides, ...event } = decidedEvent;
  return { ...event, metadata: { actor, recordedAt: at, ...overrides } } as unknown as FoldableEvent<E>;
}

export type EventTypeMap<E extends Event> = {
  readonly [Type in E['type']]: EventType<Extract<E, { readonly type: Type }>['data']>;
};

export interface EventType<Data = unknown> {
  readonly stream: string;
  /** 'Somebody opened a record.' */
  readonly when: string;
  readonly title: string;
  /** `bookkeeping`: hidden by default. */
  readonly kind: 'record' | 'person' | 'specification' | 'bookkeeping';
  /** Without data: 'opened'. */
  readonly verbPhrase: string;
  readonly describe?: (
    data: VisibleData<Data>,
    words: EventVocabulary,
  ) => string | QuotedTitle | PastTense | WholeSentence;
  /** Between verb phrase and object; a space by default. */
  readonly connector?: string;
  readonly members: { readonly [Member in keyof Required<Data>]: EventMember };
  /** One per version of the data, never changed or removed. */
  readonly upcasts: readonly ((data: never) => unknown)[];
}

/** Text: its meaning, for every reader. */
export type EventMember = string | DescribedMember;

export interface DescribedMember {
  readonly means: string;
  readonly visibility?: Visibility;
  /** With the key of the stream's person; values of fields as their fields declare. */
  readonly sealed?: true;
  /** Ids of people, never sealed, as read models index them. */
  readonly ids?: true;
}

/**
 * Readers of a member. `title`, `new title`: readers of all fields in the title. `values`, `changes`, `proposed
 * changes`: each field's. `field`: a field's name; `by field`: an object with field names as keys. `whole`: readers of
 * every field. `message`: the same; addresses of a mail for admins. `person`: admins and the person. `signature`: the
 * digest only for readers of everything signed. `operators`: admins and auditors. `nobody`: digests.
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
  | 'message'
  | 'person'
  | 'signature'
  | 'operators'
  | 'nobody';

/** For readers of every field: it may hold the value of any, and is sealed where one of them is personal. */
export const mayHoldAnyValue = (visibility: Visibility): boolean =>
  visibility === 'whole' || visibility === 'message';

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

/** The document's past tense; a single word takes an object. */
interface PastTense {
  readonly done: string;
}

/** “Reminder sent to Priya Raman” */
interface WholeSentence {
  readonly sentence: string;
}

export interface EventVocabulary {
  person(id: string): string;
  /** 'the role “Approver” in Purchasing' */
  role(application: string, role: string): string;
  action(key: string): string;
  /** undefined: not declared. */
  done(key: string): string | undefined;
  timer(key: string): string;
  state(key: string): string;
  /** The quoted key if it has no title. */
  call(key: string): string;
  /** “Priya Raman approved”: the action that triggers the call. */
  cause(call: string): string | undefined;
  constant(key: string): string;
  /** `5000 EUR` */
  constantValue(text: string): string;
  day(iso: string): string;
  duration(iso: string): string;
}

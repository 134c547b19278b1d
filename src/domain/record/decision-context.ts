// What a decision on a record is handed besides state and command: the domain asks nobody.
import type { Actor } from '../permissions.js';
import type { Entity, RecordInScope } from '#specification/model/specification.js';
import type { MessageContext } from '../refusal-reason.js';
import type { UnreadableInput } from './record-commands.js';
import type { OpenedRecord } from './record-state.js';
import type { FoldableEvent } from '../event.js';
import type { RecordEvent } from './record-events.js';

/** Enough to ask who may do what: the specification, the person, the moment. */
export interface DecisionContext extends MessageContext {
  readonly entity: Entity;
  /** true: it is told of another system, by a history that is taken over. */
  readonly isImport?: boolean;
  /** Calls whose answers led to this. */
  readonly afterCalls?: readonly string[];
  /** Who acts for `user`, whose deputy they are. */
  readonly deputy?: Actor;
  /** Ids of the people who hold one of these roles; of no role: of everybody. undefined: nobody has looked it up. */
  readonly holders?: (roles: readonly string[]) => readonly string[];
}

/** What was looked up before deciding. */
export interface LookupResults {
  /** Entity → ids, of those the command points to, that are records. */
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids, of those the command points to, that are people. */
  readonly people: ReadonlySet<string>;
  /** true: another record, or a person, has the id of the record that is to be opened. */
  readonly idTaken?: boolean;
  /** true: by this very command, which opened something else. */
  readonly commandReused?: boolean;
  /** Of these people, those known from imported logs only: nobody is pointed to them any more. */
  readonly fromLogs: ReadonlySet<string>;
  /** Roles of the people the command points to; undefined: nobody asks for them. */
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  /** Id → record, of those the command points to that bring values along. */
  readonly followed?: ReadonlyMap<string, FollowedRecord>;
  /** Records this person opened in the application today; undefined: not counted. */
  readonly opensToday?: number;
}

export interface FollowedRecord {
  readonly entity: Entity;
  readonly record: RecordInScope;
}

export interface RecordDecisionContext extends DecisionContext {
  /** The record as it was at the version the person had before their eyes; undefined: as it is. */
  readonly baseState?: OpenedRecord;
  /** The record as it was when the inputs of the form were filled with its values; undefined: at the version seen. */
  readonly formState?: OpenedRecord;
  /** Its events that came from a log, where a history is taken over. */
  readonly importedEvents?: readonly ImportedEvent[];
  /** What could not be read of such a history: of the case, then of each step. */
  readonly unreadable?: readonly UnreadableInput[];
  readonly known: LookupResults;
  /** Version of the record's stream. */
  readonly version?: number;
  /** undefined: nothing is signed here. */
  readonly digests?: Digests;
  /** The locale whose notation numbers in the command are written in; undefined: plainly. */
  readonly locale?: string;
  /** In which moments in the command are written that name no zone; undefined: that of the specification. */
  readonly timeZone?: string;
  /** The number this record has been given; null: none yet, or the entity has none. */
  readonly number: string | null;
}

/** Of JSON values, by their canonical form: SHA-256 in hex, and the same keyed for what must not be found by trying. */
export interface Digests {
  readonly hash: (value: unknown) => string;
  readonly keyed: (value: unknown) => string;
}

/** An event of the record that came from a log, the opening first. */
export type ImportedEvent = FoldableEvent<RecordEvent>;

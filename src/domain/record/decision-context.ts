// What a decision on a record receives besides state and command.
import type { Actor } from '../permissions.js';
import type { Entity, RecordInScope } from '#specification/model/specification.js';
import type { MessageContext } from '../refusal-reason.js';
import type { UnreadableInput } from './record-commands.js';
import type { OpenedRecord } from './record-state.js';
import type { FoldableEvent } from '../event.js';
import type { RecordEvent } from './record-events.js';

export interface DecisionContext extends MessageContext {
  readonly entity: Entity;
  /** true: the decision replays an imported history. */
  readonly isImport?: boolean;
  readonly afterCalls?: readonly string[];
  readonly deputy?: Actor;
  /** Ids of the holders of any of the roles; without roles, of everybody. undefined: not looked up. */
  readonly holders?: (roles: readonly string[]) => readonly string[];
}

export interface LookupResults {
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
  /** true: the id of the new record is in use. */
  readonly idTaken?: boolean;
  /** true: the same command id has opened another record. */
  readonly commandReused?: boolean;
  /** People known from imported logs only, who cannot be referenced any more. */
  readonly fromLogs: ReadonlySet<string>;
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  /** Id → referenced record whose values other fields follow. */
  readonly followed?: ReadonlyMap<string, FollowedRecord>;
  /** Records that the person opened today; undefined: not counted. */
  readonly opensToday?: number;
}

export interface FollowedRecord {
  readonly entity: Entity;
  readonly record: RecordInScope;
}

export interface RecordDecisionContext extends DecisionContext {
  /** The record at the version that the command is based on; undefined: the current state. */
  readonly baseState?: OpenedRecord;
  /** The record that filled the form; undefined: `baseState`. */
  readonly formState?: OpenedRecord;
  readonly importedEvents?: readonly ImportedEvent[];
  /** Unreadable input of the history: of the case, then of each step. */
  readonly unreadable?: readonly UnreadableInput[];
  readonly known: LookupResults;
  readonly version?: number;
  readonly digests?: DigestFunctions;
  /** Locale of numbers in the input; undefined: plain notation. */
  readonly locale?: string;
  /** Time zone of moments in the input; undefined: that of the specification. */
  readonly timeZone?: string;
  /** null: not assigned, or the entity has no numbers. */
  readonly number: string | null;
}

/** SHA-256 in hex of the canonical form of a JSON value; `keyed` for values that must not be guessed. */
export interface DigestFunctions {
  readonly hash: (value: unknown) => string;
  readonly keyed: (value: unknown) => string;
}

export type ImportedEvent = FoldableEvent<RecordEvent>;

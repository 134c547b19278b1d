import type { Actor } from '../permissions.js';
import type { Entity, RecordInScope } from '#specification/model/specification.js';
import type { MessageContext } from '../create-reason.js';
import type { UnreadableInput } from './record-commands.js';
import type { OpenedRecord } from './record-state.js';
import type { FoldableEvent } from '../event.js';
import type { RecordEvent } from './record-events.js';

export interface DecisionContext extends MessageContext {
  readonly entity: Entity;
  readonly isImport?: boolean;
  readonly afterCalls?: readonly string[];
  readonly deputy?: Actor;
  /** Ids of people with one of the roles, or of all. undefined: not looked up. */
  readonly holders?: (roles: readonly string[]) => readonly string[];
}

export interface LookupResults {
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
  /** The id of the new record is in use. */
  readonly idTaken?: boolean;
  readonly commandReused?: boolean;
  readonly fromLogs: ReadonlySet<string>;
  readonly rolesOf?: ReadonlyMap<string, readonly string[]>;
  readonly followed?: ReadonlyMap<string, FollowedRecord>;
  /** undefined: not counted. */
  readonly opensToday?: number;
}

export interface FollowedRecord {
  readonly entity: Entity;
  readonly record: RecordInScope;
}

export interface RecordDecisionContext extends DecisionContext {
  /** At the version that the command is based on; undefined: the current one. */
  readonly baseState?: OpenedRecord;
  /** undefined: `baseState`. */
  readonly formState?: OpenedRecord;
  readonly importedEvents?: readonly ImportedEvent[];
  /** Of the case, then of each step. */
  readonly unreadable?: readonly UnreadableInput[];
  readonly known: LookupResults;
  readonly version?: number;
  readonly digests?: DigestFunctions;
  /** Of numbers in the input; undefined: plain notation. */
  readonly locale?: string;
  /** Of moments in the input; undefined: the specification's. */
  readonly timeZone?: string;
  readonly number: string | null;
}

/** SHA-256 in hex of canonical JSON; `keyed` for values that must not be guessed. */
export interface DigestFunctions {
  readonly hash: (value: unknown) => string;
  readonly keyed: (value: unknown) => string;
}

export type ImportedEvent = FoldableEvent<RecordEvent>;

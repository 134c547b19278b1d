// The port to what commands look up in read models.
import type { RecordName, UserName } from '../domain/stream-names.js';
import type { UseQuestion } from '../specification/upgrade/upgrade-condition.js';

export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  /** Application → roles; '-' is the whole installation. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly erased: boolean;
  /** An admin locked the account: they neither act nor are given work. */
  readonly locked: boolean;
  /** Where mails reach them. */
  readonly email?: string;
}

export interface RecordedUse {
  /** One for each question. */
  readonly counts: readonly number[];
  /** Of the last event that was counted. */
  readonly position: number;
}

export interface HoldingPage {
  /** `version`: of the record's stream. */
  readonly records: readonly { readonly id: string; readonly version: number }[];
  /** Cursor of the next page; undefined: this is the last. */
  readonly next?: string;
}

/** Records under an earlier version, by what of them a later one calls otherwise. */
export interface HoldingRecords {
  readonly application: string;
  readonly entity: string;
  readonly before: number;
  /** Versions whose fields are called otherwise: every record under one of them is meant, whatever it holds. */
  readonly under: readonly number[];
  readonly states: readonly string[];
  readonly actions: readonly string[];
  /** Roles are called otherwise: a round may name some of them. */
  readonly hasRounds: boolean;
  /** States there are. Whatever is in another one is meant, too. */
  readonly known: readonly string[];
}

/** Look-ups in the read models: as fresh as these are. */
export interface Lookups {
  person(id: string): Promise<KnownPerson | undefined>;
  /** Of these ids, those that are records of the entity. */
  existingRecords(application: string, entity: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  existingPeople(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these ids, those that may be chosen or given work: nobody erased, and nobody whose account is locked. */
  availablePeople(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether one of these records was opened, or one of these people registered. */
  existsAny(subjects: readonly (RecordName | UserName)[]): Promise<boolean>;
  /** Everybody who works here: nobody erased or locked, and nobody known from a log only. Without their names. */
  workers(): Promise<readonly KnownPerson[]>;
  /** How much there is of what is asked for, on that day (YYYY-MM-DD), up to the end of the log as it is when this is asked. Throws `Refused` UNAVAILABLE. */
  recordedUse(application: string, questions: readonly UseQuestion[], day: string): Promise<RecordedUse>;
  /** By id, a page of those that may hold what a later version calls otherwise. */
  recordsHolding(holding: HoldingRecords, limit: number, cursor?: string): Promise<HoldingPage>;
  /** Ids of those who hold one of these roles, or have lent it to a deputy. */
  peopleWithRoles(application: string, roles: readonly string[]): Promise<readonly string[]>;
  /** Of these ids, those that are people known from imported logs only. */
  peopleFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const LOOKUPS = Symbol('Lookups');

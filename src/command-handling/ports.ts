// What command handlers ask of the rest: handed in by the application, replaced in tests.
import type { RecordName, UserName } from '../domain/stream-names.js';
import type { EarlierText } from '../specification/check-cache.js';
import type { UpgradeCondition, UseQuestion } from '../specification/upgrade/upgrade-condition.js';
import type { DocumentComparison } from '../specification/compare-documents.js';
import type { Problem, Specification } from '../specification/model/specification.js';

/** Now, as an ISO 8601 instant in UTC with milliseconds. */
export type Clock = () => string;

/** A published version, checked and ready to run. */
export interface Published {
  readonly specification: Specification;
  readonly version: number;
  /** How often constants of the application were changed since the first version; the specification has them. */
  readonly changes?: number;
  /** What earlier versions called an entity, and this one calls otherwise → the key that it is stored under. */
  readonly formerEntities?: ReadonlyMap<string, string>;
}

export interface Specifications {
  current(application: string): Promise<Published | undefined>;
  at(application: string, version: number): Promise<Published | undefined>;
  all(): Promise<readonly Published[]>;
  /** After it, what was published before is known, whoever published it; bounded. */
  upToDate?(): Promise<void>;
}

/** A document that was checked: the problems, or whose it is. */
export interface CheckedDocument {
  readonly problems: readonly Problem[];
  /** Of the application; only where there are no problems. */
  readonly key?: string;
  readonly name?: string;
}

/** Checks documents without keeping anybody waiting; the same document once. */
export interface DocumentChecks {
  check(text: string): Promise<CheckedDocument>;
  /** What the text has to keep of what was recorded under those before, with what to ask the records. */
  conditions(earlier: readonly EarlierText[], text: string): Promise<readonly UpgradeCondition[]>;
  /** What the text changes, by meaning and line by line. */
  compare(before: string, text: string): Promise<DocumentComparison>;
}

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

/** Tokens for injection. */
export const EVENT_STORE = Symbol('EventStore');
export const PERSONAL_DATA = Symbol('PersonalData');
export const SPECIFICATIONS = Symbol('Specifications');
export const DOCUMENT_CHECKS = Symbol('DocumentChecks');
export const LOOKUPS = Symbol('Lookups');
export const CLOCK = Symbol('Clock');
/** The store of files. */
export const FILES = Symbol('FileStore');

/** Application → what is published of it, by key. */
export type PublishedApplications = ReadonlyMap<string, Published>;

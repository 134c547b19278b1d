import type { RecordStreamName, UserStreamName } from '../domain/stream-names.js';
import type { UsageQuestion } from '../specification/upgrade/upgrade-condition.js';

export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  /** By application; '-' is the installation. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly erased: boolean;
  /** A locked person neither acts nor gets work. */
  readonly locked: boolean;
  /** For mails. */
  readonly email?: string;
}

export interface UsageCounts {
  /** One per question. */
  readonly counts: readonly number[];
  /** Of the last counted event. */
  readonly position: number;
}

export interface RecordsToMigratePage {
  /** `version`: of the record's stream. */
  readonly records: readonly { readonly id: string; readonly version: number }[];
  /** undefined: last page. */
  readonly next?: string;
}

/** Records under an earlier version whose names a later one changes. */
export interface RecordsToMigrateQuery {
  readonly application: string;
  readonly entity: string;
  readonly before: number;
  /** Versions whose fields are renamed: every record under them is included. */
  readonly under: readonly number[];
  readonly states: readonly string[];
  readonly actions: readonly string[];
  /** Roles are renamed, which rounds may name. */
  readonly hasRounds: boolean;
  /** Known states; records in others are included. */
  readonly known: readonly string[];
}

/** As fresh as the read models. */
export interface Lookups {
  findPerson(id: string): Promise<KnownPerson | undefined>;
  /** Those that are records of the entity. */
  findExistingRecords(
    application: string,
    entity: string,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>>;
  findExistingPeople(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those who are neither erased nor locked. */
  findAvailablePeople(ids: readonly string[]): Promise<ReadonlySet<string>>;
  existsAny(subjects: readonly (RecordStreamName | UserStreamName)[]): Promise<boolean>;
  /** Neither erased, locked, nor known from a log only. Without names. */
  listWorkers(): Promise<readonly KnownPerson[]>;
  /** On that day (YYYY-MM-DD), up to the log's present end. Throws `Refused` UNAVAILABLE. */
  countUsage(application: string, questions: readonly UsageQuestion[], day: string): Promise<UsageCounts>;
  /** Ordered by id. */
  findRecordsToMigrate(
    holding: RecordsToMigrateQuery,
    limit: number,
    cursor?: string,
  ): Promise<RecordsToMigratePage>;
  /** Holders of one of these roles, and those who delegated it. */
  findPeopleWithRoles(application: string, roles: readonly string[]): Promise<readonly string[]>;
  /** Those known from imported logs only. */
  findPeopleFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const LOOKUPS = Symbol('Lookups');

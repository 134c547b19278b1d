// What queries ask of the rest: handed in by the application, replaced in tests.
import type { RecordedEvent } from '../domain/event.js';
import type { Clock } from '../ports/clock.js';
import type { SpecificationVersions } from '../ports/specifications.js';
import type { FileStore } from '../event-store/files/file-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { RunningReadModels } from './running-read-models.js';
import type { Vocabulary } from '#specification/version-vocabulary.js';
import type { Unreadable } from '../specification/model/stored-value.js';

/** The log as it was read. */
export interface LogReader {
  /** Position of its last event. Throws `LogReplaced` where another log is in its place. */
  head(): Promise<number>;
  /** Events of one stream, such as that of a process. */
  read(stream: string): Promise<{ readonly events: readonly RecordedEvent[] }>;
}

export interface PublishedSpecifications extends SpecificationVersions {
  /** Resolves after a bounded wait, once specifications published before the call are known, by any process. */
  upToDate(): Promise<void>;
  /** The document of a version, as it was published. */
  text(application: string, version: number): Promise<string | undefined>;
  /** What a version calls things: it is not checked for that. undefined: it is not known, or cannot be read any more. */
  vocabulary(application: string, version: number): Promise<Vocabulary | undefined>;
  /** Who published which version when; oldest first. */
  document(application: string): Promise<SpecificationDocument | undefined>;
  close(): void;
}

export interface CursorSeal {
  close(cursor: string): string;
  /** Cursors that were not closed are answered as they are. Throws `BadCursor` for those damaged or closed elsewhere. */
  open(cursor: string): string;
}

/** Everything queries read from. */
export interface QueryDependencies {
  readonly readModels: RunningReadModels;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'openForDisplay' | 'digest'>;
  readonly files: Pick<FileStore, 'read' | 'place'>;
  readonly names: PeopleNames;
  readonly seal: CursorSeal;
  readonly readPositions: Pick<ReadMarkers, 'readUpTo' | 'markReadUpTo'>;
  readonly now: Clock;
}

/** Tokens for injection. */
export const RUNNING_READ_MODELS = Symbol('RunningReadModels');
export const READ_POSITIONS = Symbol('ReadPositions');
export const READ_LOG = Symbol('ReadLog');
export const QUERY_DEPENDENCIES = Symbol('Sources');

export type PersonName = string | Unreadable;

export interface PeopleNames {
  /** Id → name; unknown ids are left out. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>>;
  /** Everybody to give work to, by name. */
  listed(): Promise<readonly ListedPerson[]>;
  /** Everybody known from imported logs only, by name. */
  fromLogs(): Promise<readonly ListedPerson[]>;
  /** Everyone with a name, by name: also those who are locked, and those known from imported logs only. */
  everyone(): Promise<readonly ListedPerson[]>;
  /** Everybody who was erased: only what they did is found by them. */
  erased(): Promise<readonly ErasedPerson[]>;
  /** Of these ids, those that are known from imported logs only. */
  whoFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>>;
  close(): void;
}

export interface ErasedPerson {
  readonly id: string;
  /** ISO 8601 instant. */
  readonly erasedAt: string;
}

export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  /** What a search compares: name and sign-in name, folded. */
  readonly key: string;
}

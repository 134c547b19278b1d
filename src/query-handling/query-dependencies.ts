import type { RecordedEvent } from '../domain/event.js';
import type { Clock } from '../ports/clock.js';
import type { SpecificationVersions } from '../ports/specifications.js';
import type { FileStore } from '../event-store/files/file-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { ProjectionProgress } from './projection-progress.js';
import type { Vocabulary } from '#specification/version-vocabulary.js';
import type { Unreadable } from '../specification/model/stored-value.js';

export interface LogReader {
  /** Throws `EventLogReplacedError`. */
  head(): Promise<number>;
  read(stream: string): Promise<{ readonly events: readonly RecordedEvent[] }>;
}

export interface PublishedSpecifications extends SpecificationVersions {
  /** Waits, bounded, for specifications that other processes have published. */
  upToDate(): Promise<void>;
  text(application: string, version: number): Promise<string | undefined>;
  /** Unchecked; undefined: unknown or unreadable. */
  vocabulary(application: string, version: number): Promise<Vocabulary | undefined>;
  document(application: string): Promise<SpecificationDocument | undefined>;
  close(): void;
}

export interface CursorSeal {
  close(cursor: string): string;
  /** Unsealed cursors pass through. Throws `BadCursor`. */
  open(cursor: string): string;
}

export interface QueryDependencies {
  readonly readModels: ProjectionProgress;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'openForDisplay' | 'digest'>;
  readonly files: Pick<FileStore, 'read' | 'place'>;
  readonly names: PeopleNames;
  readonly seal: CursorSeal;
  readonly readPositions: Pick<ReadMarkers, 'readUpTo' | 'markReadUpTo'>;
  readonly now: Clock;
}

export const PROJECTION_PROGRESS = Symbol('ProjectionProgress');
export const READ_POSITIONS = Symbol('ReadPositions');
export const READ_LOG = Symbol('ReadLog');
export const QUERY_DEPENDENCIES = Symbol('QueryDependencies');

export type PersonName = string | Unreadable;

export interface PeopleNames {
  /** Unknown ids are missing. */
  of(ids: Iterable<string>): Promise<ReadonlyMap<string, PersonName>>;
  /** Active people, by name. */
  listed(): Promise<readonly ListedPerson[]>;
  /** By name. */
  fromLogs(): Promise<readonly ListedPerson[]>;
  /** With locked and imported people, by name. */
  everyone(): Promise<readonly ListedPerson[]>;
  /** For searching what they did. */
  erased(): Promise<readonly ErasedPerson[]>;
  whoFromLogs(ids: readonly string[]): Promise<ReadonlySet<string>>;
  close(): void;
}

export interface ErasedPerson {
  readonly id: string;
  /** ISO 8601. */
  readonly erasedAt: string;
}

export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  /** Folded name. */
  readonly key: string;
  /** Folded sign-in name. */
  readonly signInKey?: string;
}

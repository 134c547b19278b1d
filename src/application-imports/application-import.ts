// An archive that was uploaded by a page, and how far its import is. Stored beside the read models, as JSON.
import type { SealedValue } from '#event-store/personal-data/personal-data.js';
import type { ArchiveManifest } from '../application-archive/archive-format.js';
import type { ImportProgress } from '../application-archive/import-application.js';
import type { PeopleTableRow } from '../application-archive/people-table.js';
import type { ArchiveReason, CommandReason } from '../application-archive/refusal-words/archive-reason.js';

export type ImportPhase =
  | 'uploading'
  /** The upload ended early; nothing of it is there. */
  | 'broken'
  | 'checking'
  /** As it is, it can be imported. */
  | 'checked'
  /** Not as it is: the report says why. */
  | 'refused'
  | 'importing'
  | 'failed'
  | 'done';

/** The worker is at it, or will be. */
export const RUNNING_PHASES: readonly ImportPhase[] = ['checking', 'importing'];

export interface ApplicationImport {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
  readonly phase: ImportPhase;
  /** Of the encrypted archive, sealed for who uploaded it; null: there is no archive any more. */
  readonly key: SealedValue | null;
  readonly archive: ArchiveSummary | null;
  /** See `matchPeople`. */
  readonly sameIds: boolean;
  /** For whom the worker works, or worked last. */
  readonly actor: string;
  /** An import was started, so that parts of it may be there. */
  readonly isBegun: boolean;
  readonly progress: ImportProgress | null;
  readonly outcome: ImportOutcome | null;
  readonly changedAt: string;
}

export interface ArchiveSummary extends Pick<
  ArchiveManifest,
  'application' | 'counts' | 'exportedAt' | 'daybook'
> {
  /** Of its manifest. */
  readonly sha256: string;
  readonly missingFiles: number;
}

export interface ImportOutcome {
  readonly events: number;
  readonly timers: number;
  readonly calls: number;
  /** Known from the archive only. */
  readonly newPeople: number;
  /** It was imported before, so that nothing was written. */
  readonly already: boolean;
}

/** Sealed, as it has names. */
export interface ImportReport {
  readonly rows: readonly PeopleTableRow[];
  readonly people: readonly ReportedPerson[];
  readonly problems: readonly ImportProblem[];
}

/** Text: of an error without words of its own, and of reports of 0.1. */
export type ImportProblem = string | ArchiveReason | CommandReason;

export interface ReportedPerson {
  readonly id: string;
  readonly name: string | null;
  readonly signInName: string | null;
  readonly erased: boolean;
  readonly roles: readonly string[];
  /** Id of who it is here; null: not matched yet. */
  readonly here: string | null;
  /** Known from the archive only. */
  readonly isNew: boolean;
  /** Somebody here signs in so. */
  readonly hasNamesake: boolean;
}

export const EMPTY_REPORT: ImportReport = { rows: [], people: [], problems: [] };

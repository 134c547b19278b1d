import type { ImportRecord, UnreadableInput } from '#domain/record/record-commands.js';

export interface ImportedCaseResult {
  readonly opened: boolean;
  readonly events: number;
  readonly unsent?: number;
}

export interface ImportPorts {
  /** Throws `Refused`. */
  importCase(command: ImportRecord, people: ReadonlySet<string>): Promise<ImportedCaseResult>;
  /** Findings besides unreadable input. Throws `Refused`. */
  validateCase(
    command: ImportRecord,
    people: ReadonlySet<string>,
    unread: readonly UnreadableInput[],
  ): Promise<unknown>;
  /** Resolves once look-ups find them. Name → why it cannot be registered. */
  registerPeople(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  /** Those that are existing records. */
  findExistingRecords(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

// What an import asks of the installation: handed in by the command, which writes, or only rehearses.
import type { ImportRecord, UnreadableInput } from '#domain/record/record-commands.js';

export interface ImportedCaseResult {
  /** Whether the record is new. */
  readonly opened: boolean;
  readonly events: number;
  /** Calls and mails that were not asked for: a history tells of the past. */
  readonly unsent?: number;
}

export interface ImportPorts {
  /** Throws `Refused`. */
  takeOver(command: ImportRecord, people: ReadonlySet<string>): Promise<ImportedCaseResult>;
  /** What speaks against a case besides what could not be read of it. Throws `Refused`. */
  judge(
    command: ImportRecord,
    people: ReadonlySet<string>,
    unread: readonly UnreadableInput[],
  ): Promise<unknown>;
  /** Makes the people known, and returns once look-ups find them. Name → why it cannot be one, of those that cannot. */
  registerPeople(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
  /** Of these ids, those that are records here. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

// Commands on records. Values come in as people type them (strings) or as stored values (see value.ts);
// the decider parses both and refuses what does not fit.
import type { CommandContext } from '../command.js';
import type { Attribute } from '../event.js';

/** Field key → what was typed, or a stored value. Rows of a table are objects of the same. Left-out keys are untouched. */
export type Input = Readonly<Record<string, unknown>>;

interface OnRecord {
  readonly application: string;
  readonly entity: string;
  /** UUIDv7, minted where the form is shown: a double submit is the same record. */
  readonly id: string;
  readonly context: CommandContext;
}

export class OpenRecord {
  readonly type = 'OpenRecord';
  constructor(readonly data: OnRecord & { readonly input: Input }) {}
}

/** `seen`: the version the user had before his eyes when he made the change. */
export class ChangeRecord {
  readonly type = 'ChangeRecord';
  constructor(readonly data: OnRecord & { readonly input: Input; readonly seen: number }) {}
}

export class TakeAction {
  readonly type = 'TakeAction';
  constructor(
    readonly data: OnRecord & {
      readonly action: string;
      readonly input: Input;
      readonly reason?: string;
      readonly seen: number;
    },
  ) {}
}

export class CommentRecord {
  readonly type = 'CommentRecord';
  constructor(readonly data: OnRecord & { readonly text: string }) {}
}

export class AssignRecord {
  readonly type = 'AssignRecord';
  /** null: nobody. */
  constructor(readonly data: OnRecord & { readonly to: string | null; readonly seen: number }) {}
}

/** One step of an imported history. */
export interface ImportedStep {
  readonly action: string;
  readonly input: Input;
  readonly reason?: string;
  readonly actor: string;
  readonly at: string;
  readonly line: number;
  /** What names a person says whom: see `AboutPerson`. Attributes named like a personal field are sealed without being told. */
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

/** A whole history at once: all of it fits, or nothing is written. */
export class ImportRecord {
  readonly type = 'ImportRecord';
  constructor(
    readonly data: OnRecord & {
      readonly input: Input;
      readonly openedBy: string;
      readonly openedAt: string;
      readonly line: number;
      readonly log: string;
      readonly steps: readonly ImportedStep[];
    },
  ) {}
}

/** Destroys the record's own key, and appends the certificate. For those who run the installation; a reason is required. */
export class EraseRecord {
  readonly type = 'EraseRecord';
  constructor(readonly data: OnRecord & { readonly reason: string }) {}
}

/** What is decided by the record's specification. */
export type RecordCommand =
  OpenRecord | ChangeRecord | TakeAction | CommentRecord | AssignRecord | ImportRecord;

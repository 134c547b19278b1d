// Commands on records. Input is raw, as people type it or programs send it; the decider parses it. Names of members are
// part of the command's fingerprint.
import type { CommandContext } from '../command.js';
import type { StoredAttributes } from '../event.js';
import type { Signature } from './approvals/approval-events.js';

/** Field key → raw value; rows of a table are objects of the same. Missing keys stay unchanged. */
export type RecordInput = Readonly<Record<string, unknown>>;

/** Proof that the password was checked just before. */
export interface Signing {
  readonly by: Signature['by'];
  /** Digest of what was shown; undefined: a program that only knows the version. */
  readonly shown?: string;
}

export interface RecordCommandTarget {
  readonly application: string;
  readonly entity: string;
  /** UUIDv7 created with the form, so that a double submit opens one record. */
  readonly id: string;
  readonly context: CommandContext;
}

interface WithInput extends RecordCommandTarget {
  readonly input: RecordInput;
  /** Locale of numbers and days; undefined: plain notation. */
  readonly locale?: string;
  /** Time zone of moments without one; undefined: that of the specification. */
  readonly timeZone?: string;
}

export class OpenRecord {
  readonly type = 'OpenRecord';
  constructor(readonly data: WithInput) {}
}

export class ChangeRecord {
  readonly type = 'ChangeRecord';
  constructor(readonly data: WithInput & BaseVersions) {}
}

/** Versions that the change is based on; missing: the current one. */
interface BaseVersions {
  readonly baseVersion?: number;
  /** Version that filled the form, if the person was shown a newer one afterwards. */
  readonly formVersion?: number;
}

export class TakeAction {
  readonly type = 'TakeAction';
  constructor(
    readonly data: WithInput &
      BaseVersions & {
        readonly action: string;
        readonly reason?: string;
        /** Required if the action is signed. */
        readonly signing?: Signing;
        /** Id of the principal of a deputy. */
        readonly onBehalfOf?: string;
      },
  ) {}
}

/** Consequences of a response or incoming message, all or nothing. Sent by the outbox. */
export class FollowUp {
  readonly type = 'FollowUp';
  constructor(readonly data: WithInput & { readonly action: string | null; readonly reason: string }) {}
}

export class RefuseApproval {
  readonly type = 'RefuseApproval';
  constructor(
    readonly data: RecordCommandTarget & {
      readonly action: string;
      readonly reason: string;
      /** As in `ChangeRecord`. */
      readonly baseVersion?: number;
      readonly onBehalfOf?: string;
    },
  ) {}
}

export class TakeBackApproval {
  readonly type = 'TakeBackApproval';
  constructor(readonly data: RecordCommandTarget & { readonly action: string }) {}
}

export class CommentRecord {
  readonly type = 'CommentRecord';
  constructor(readonly data: RecordCommandTarget & { readonly text: string }) {}
}

export class AssignRecord {
  readonly type = 'AssignRecord';
  /** null: unassigned. */
  constructor(
    readonly data: RecordCommandTarget & { readonly to: string | null; readonly baseVersion?: number },
  ) {}
}

export interface DueTimer {
  readonly timer: string;
  /** When the timer was due. */
  readonly due: string;
  /** true: does nothing, since the timer was overdue when the log was first loaded. */
  readonly withheld?: boolean;
}

/** Sent when a timer is due. */
export class FireTimer {
  readonly type = 'FireTimer';
  constructor(readonly data: RecordCommandTarget & DueTimer) {}
}

/** Recomputes the timers after a new version of the specification. */
export class SetTimers {
  readonly type = 'SetTimers';
  constructor(readonly data: RecordCommandTarget) {}
}

/** Records a call of the past, which is never sent; its outcome follows in its own stream. */
export class TellCall {
  readonly type = 'TellCall';
  constructor(readonly data: RecordCommandTarget & { readonly call: string }) {}
}

interface LogReference {
  readonly line: number;
  /** The time as the log wrote it, if that differs from the stored form. */
  readonly at?: string;
  /** The time zone assumed for a time without one. */
  readonly timeZone?: string;
  readonly attributes?: StoredAttributes;
  /** Attribute → ids of the people it is about. Attributes named like a personal field are sealed anyway. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
}

export interface LogSource extends LogReference {
  /** Digest of the step, compared when the log is imported again. */
  readonly fingerprint: string;
}

/** One fingerprint per attribute of the case. */
export interface CaseSource extends LogReference {
  readonly fingerprints: Readonly<Record<string, string>>;
}

export interface ImportedStep {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly actor: string;
  readonly at: string;
  readonly source: LogSource;
}

/** Imports a whole history, or nothing; the beginning may have been imported before. */
export class ImportRecord {
  readonly type = 'ImportRecord';
  constructor(
    readonly data: RecordCommandTarget & {
      readonly input: RecordInput;
      readonly openedBy: string;
      readonly openedAt: string;
      readonly log: string;
      readonly source: CaseSource;
      readonly steps: readonly ImportedStep[];
    },
  ) {}
}

/** Parts of a case or step that were reported as unreadable, and are not judged. */
export interface UnreadableInput {
  readonly fields: readonly string[];
  /** true: the action is unknown. */
  readonly action?: boolean;
}

/** Dry run of an import. */
export class CheckImport {
  readonly type = 'CheckImport';
  constructor(
    readonly data: ImportRecord['data'],
    /** Ids of people who would be registered first. */
    readonly newcomers: readonly string[],
    /** Of the case, then of each step. */
    readonly unread: readonly UnreadableInput[] = [],
  ) {}
}

/** Destroys the key of the record and certifies it. For admins; requires a reason. */
export class EraseRecord {
  readonly type = 'EraseRecord';
  constructor(readonly data: RecordCommandTarget & { readonly reason: string }) {}
}

/** Decides to erase the personal data of a record after its retention. */
export class EraseDueRecord {
  readonly type = 'EraseDueRecord';
  constructor(
    readonly data: RecordCommandTarget & {
      readonly baseVersion: number;
      readonly reason?: string;
      /** Missing: refused as not signed. */
      readonly signing?: Signing;
    },
  ) {}
}

/** Commands decided by the specification of the record. */
export type RecordCommand =
  | OpenRecord
  | ChangeRecord
  | TakeAction
  | FollowUp
  | RefuseApproval
  | TakeBackApproval
  | CommentRecord
  | AssignRecord
  | EraseDueRecord
  | FireTimer
  | SetTimers
  | TellCall
  | ImportRecord;

export const isOpeningCommand = (command: RecordCommand): command is OpenRecord | ImportRecord =>
  command.type === 'OpenRecord' || command.type === 'ImportRecord';

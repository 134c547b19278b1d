// Commands on records. Input is raw, as people type it or programs send it; the decider parses it. Names of members are
// part of the command's fingerprint.
import { Command, type CommandContext, type CommandResult } from '../command.js';
import type { StoredAttributes } from '../event.js';
import type { Refused } from '../refusal.js';
import type { Signature } from './approvals/approval-events.js';

/** Field key → raw value; rows of a table are objects of the same. Missing keys stay unchanged. */
export type RecordInput = Readonly<Record<string, unknown>>;

/** Proof that the password was checked just before. */
export interface SigningProof {
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

export class OpenRecord extends Command<WithInput> {
  readonly type = 'OpenRecord';
}

export class ChangeRecord extends Command<WithInput & BaseVersions> {
  readonly type = 'ChangeRecord';
}

/** Versions that the change is based on; missing: the current one. */
interface BaseVersions {
  readonly baseVersion?: number;
  /** Version that filled the form, if the person was shown a newer one afterwards. */
  readonly formVersion?: number;
}

export class TakeAction extends Command<
  WithInput &
    BaseVersions & {
      readonly action: string;
      readonly reason?: string;
      readonly signing?: SigningProof;
      readonly onBehalfOf?: string;
    }
> {
  readonly type = 'TakeAction';
}

/** Consequences of a response or incoming message, all or nothing. Sent by the outbox. */
export class FollowUp extends Command<
  WithInput & { readonly action: string | null; readonly reason: string }
> {
  readonly type = 'FollowUp';
}

export class RefuseApproval extends Command<
  RecordCommandTarget & {
    readonly action: string;
    readonly reason: string;
    readonly baseVersion?: number;
    readonly onBehalfOf?: string;
  }
> {
  readonly type = 'RefuseApproval';
}

export class TakeBackApproval extends Command<RecordCommandTarget & { readonly action: string }> {
  readonly type = 'TakeBackApproval';
}

export class CommentRecord extends Command<RecordCommandTarget & { readonly text: string }> {
  readonly type = 'CommentRecord';
}

/** null: unassigned. */
export class AssignRecord extends Command<
  RecordCommandTarget & { readonly to: string | null; readonly baseVersion?: number }
> {
  readonly type = 'AssignRecord';
}

export interface DueTimer {
  readonly timer: string;
  readonly due: string;
  /** true: does nothing, since the timer was overdue when the log was first loaded. */
  readonly withheld?: boolean;
}

export class FireTimer extends Command<RecordCommandTarget & DueTimer> {
  readonly type = 'FireTimer';
}

/** Recomputes the timers after a new version of the specification. */
export class SetTimers extends Command<RecordCommandTarget> {
  readonly type = 'SetTimers';
}

/** Records a call of the past, which is never sent; its outcome follows in its own stream. */
export class TellCall extends Command<RecordCommandTarget & { readonly call: string }> {
  readonly type = 'TellCall';
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

export interface StepSource extends LogReference {
  /** Digest of the step, compared when the log is imported again. */
  readonly fingerprint: string;
}

export interface CaseSource extends LogReference {
  readonly fingerprints: Readonly<Record<string, string>>;
}

export interface ImportedStep {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly actor: string;
  readonly at: string;
  readonly source: StepSource;
}

export interface ImportRecordResult extends CommandResult {
  /** Whether the record is new; else the rest of a history was added, or nothing was to do. */
  readonly opened: boolean;
  readonly events: number;
}

/** Imports a whole history, or nothing; the beginning may have been imported before. */
export class ImportRecord extends Command<
  RecordCommandTarget & {
    readonly input: RecordInput;
    readonly openedBy: string;
    readonly openedAt: string;
    readonly log: string;
    readonly source: CaseSource;
    readonly steps: readonly ImportedStep[];
  },
  ImportRecordResult
> {
  readonly type = 'ImportRecord';
}

/** Parts of a case or step that were reported as unreadable, and are not judged. */
export interface UnreadableInput {
  readonly fields: readonly string[];
  readonly action?: boolean;
}

/** `elsewhere`: the refusal where another record has the value. */
export interface WouldClaim {
  readonly stream: string;
  readonly elsewhere: Refused;
}

export interface CheckedImport {
  readonly opened: boolean;
  readonly events: number;
  /** Of each unique value the record would hold: no two records of one log may have the same. */
  readonly claims: readonly WouldClaim[];
}

export class CheckImport extends Command<ImportRecord['data'], CheckedImport> {
  readonly type = 'CheckImport';
  constructor(
    data: ImportRecord['data'],
    readonly newcomers: readonly string[],
    readonly unread: readonly UnreadableInput[] = [],
  ) {
    super(data);
  }
}

/** Destroys the key of the record and certifies it. For admins; requires a reason. */
export class EraseRecord extends Command<RecordCommandTarget & { readonly reason: string }> {
  readonly type = 'EraseRecord';
}

/** Decides to erase the personal data of a record after its retention. */
export class EraseDueRecord extends Command<
  RecordCommandTarget & {
    readonly baseVersion: number;
    readonly reason?: string;
    readonly signing?: SigningProof;
  }
> {
  readonly type = 'EraseDueRecord';
}

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

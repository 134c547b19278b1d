// Input is raw; the decider parses it. Names of members are part of the command's hash.
import { Command, type CommandContext, type CommandResult } from '../command.js';
import type { ImportedAttributes } from '../event.js';
import type { Refused } from '../refusal.js';
import type { Signature } from './approvals/approval-events.js';

/** Field key → value; a table is a list of such objects. Missing keys stay unchanged. */
export type RecordInput = Readonly<Record<string, unknown>>;

export interface SigningProof {
  readonly by: Signature['by'];
  /** Digest of what was shown; undefined: from a program. */
  readonly shown?: string;
}

export interface RecordCommandTarget {
  readonly application: string;
  readonly entity: string;
  /** UUIDv7 of the form, so that submitting twice opens one record. */
  readonly id: string;
  readonly context: CommandContext;
}

interface WithInput extends RecordCommandTarget {
  readonly input: RecordInput;
  /** Of numbers and days; undefined: plain notation. */
  readonly locale?: string;
  /** Of moments without one; undefined: the specification's. */
  readonly timeZone?: string;
}

export class OpenRecord extends Command<WithInput> {
  readonly type = 'OpenRecord';
}

export class ChangeRecord extends Command<WithInput & BaseVersions> {
  readonly type = 'ChangeRecord';
}

/** Missing: the current one. */
interface BaseVersions {
  readonly baseVersion?: number;
  /** Version that filled the form, if a newer one was shown later. */
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

/** Consequences of a response or incoming message, all or nothing. */
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

export class AssignRecord extends Command<
  RecordCommandTarget & { readonly to: string | null; readonly baseVersion?: number }
> {
  readonly type = 'AssignRecord';
}

export interface DueTimer {
  readonly timer: string;
  readonly due: string;
  /** true: no effect, as the timer was overdue when the log was first loaded. */
  readonly withheld?: boolean;
}

export class FireTimer extends Command<RecordCommandTarget & DueTimer> {
  readonly type = 'FireTimer';
}

export class SetTimers extends Command<RecordCommandTarget> {
  readonly type = 'SetTimers';
}

/** A call of the past, never sent. */
export class RecordPastCall extends Command<RecordCommandTarget & { readonly call: string }> {
  readonly type = 'TellCall';
}

interface LogReference {
  readonly line: number;
  /** As in the log, if that differs. */
  readonly at?: string;
  /** Assumed for a time without one. */
  readonly timeZone?: string;
  readonly attributes?: ImportedAttributes;
  /** Attribute → ids of the people it is about; attributes named like a personal field are sealed anyway. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
}

export interface ImportedStepSource extends LogReference {
  readonly fingerprint: string;
}

export interface ImportedCaseSource extends LogReference {
  readonly fingerprints: Readonly<Record<string, string>>;
}

export interface ImportedStep {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly actor: string;
  readonly at: string;
  readonly source: ImportedStepSource;
}

export interface ImportRecordResult extends CommandResult {
  readonly opened: boolean;
  readonly events: number;
}

/** All or nothing; an earlier import may have the beginning. */
export class ImportRecord extends Command<
  RecordCommandTarget & {
    readonly input: RecordInput;
    readonly openedBy: string;
    readonly openedAt: string;
    readonly log: string;
    readonly source: ImportedCaseSource;
    readonly steps: readonly ImportedStep[];
  },
  ImportRecordResult
> {
  readonly type = 'ImportRecord';
}

/** Reported as unreadable, so not judged. */
export interface UnreadableInput {
  readonly fields: readonly string[];
  readonly action?: boolean;
}

/** `elsewhere`: the refusal if another record has the value. */
export interface ExpectedClaim {
  readonly stream: string;
  readonly elsewhere: Refused;
}

export interface CheckedImport {
  readonly opened: boolean;
  readonly events: number;
  /** Unique values of the log must differ. */
  readonly claims: readonly ExpectedClaim[];
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

/** Destroys the record's key and certifies it. Admins only. */
export class EraseRecord extends Command<RecordCommandTarget & { readonly reason: string }> {
  readonly type = 'EraseRecord';
}

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
  | RecordPastCall
  | ImportRecord;

export const isOpeningCommand = (command: RecordCommand): command is OpenRecord | ImportRecord =>
  command.type === 'OpenRecord' || command.type === 'ImportRecord';

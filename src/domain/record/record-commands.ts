// Commands on records. Values come in as people type them or as programs send them, never as stored values;
// the decider parses them and refuses what does not fit.
import type { CommandContext } from '../command.js';
import type { StoredAttributes } from '../event.js';
import type { Signature } from './approvals/approval-events.js';

/** Field key → what was typed or sent. Rows of a table are objects of the same. Left-out keys are untouched. */
export type RecordInput = Readonly<Record<string, unknown>>;

/** That the password was given just now: whoever makes the command has seen to it. */
export interface Signing {
  readonly by: Signature['by'];
  /** Digest of what was on the screen; undefined: a program that says only which version it has looked at. */
  readonly shown?: string;
}

export interface RecordCommandTarget {
  readonly application: string;
  readonly entity: string;
  /** UUIDv7, minted where the form is shown: a double submit is the same record. */
  readonly id: string;
  readonly context: CommandContext;
}

interface WithInput extends RecordCommandTarget {
  readonly input: RecordInput;
  /** The locale whose notation numbers and days are written in; undefined: plain, as programs, logs and the demo write. */
  readonly locale?: string;
  /** In which moments are written that name no zone; undefined: that of the specification. */
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

/** Versions of the record that stood before the person's eyes; left out: nobody looked, Daybook itself changes what is there. */
interface BaseVersions {
  readonly baseVersion?: number;
  /** The one whose values the inputs of the form were filled with, where the person was told of a newer one since. */
  readonly formVersion?: number;
}

export class TakeAction {
  readonly type = 'TakeAction';
  constructor(
    readonly data: WithInput &
      BaseVersions & {
        readonly action: string;
        readonly reason?: string;
        /** Where the action has to be signed. */
        readonly signing?: Signing;
        /** Id of the person whose deputy acts; undefined: they act for themselves. Nobody stands in unasked. */
        readonly onBehalfOf?: string;
      },
  ) {}
}

/** What an answer, or a message from outside, does: fields are set, and an action is taken, or nothing of it happens. Sent by Daybook itself. */
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
      /** As of `ChangeRecord`. */
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
  /** null: nobody. */
  constructor(
    readonly data: RecordCommandTarget & { readonly to: string | null; readonly baseVersion?: number },
  ) {}
}

export interface DueTimer {
  readonly timer: string;
  /** When it was seen to be due. */
  readonly due: string;
  /** true: it does nothing, since this log was met for the first time. */
  readonly withheld?: boolean;
}

/** A timer is due. Sent by Daybook itself. */
export class FireTimer {
  readonly type = 'FireTimer';
  constructor(readonly data: RecordCommandTarget & DueTimer) {}
}

/** Timers are as the version says that runs now. Sent by Daybook itself, once that is published. */
export class SetTimers {
  readonly type = 'SetTimers';
  constructor(readonly data: RecordCommandTarget) {}
}

/** That a call was asked for, told of the past: it is never sent. What came of it is noted in the call's own stream. */
export class TellCall {
  readonly type = 'TellCall';
  constructor(readonly data: RecordCommandTarget & { readonly call: string }) {}
}

interface LogReference {
  readonly line: number;
  /** The time as the log wrote it, where it is not how it is stored. */
  readonly at?: string;
  /** The zone it was taken for, where it named none. */
  readonly timeZone?: string;
  readonly attributes?: StoredAttributes;
  /** Attribute → ids of the people it tells about. Those called like a personal field are sealed without being told. */
  readonly about?: Readonly<Record<string, readonly string[]>>;
}

/** Where a step stands in its log, and what the log says of it besides. */
export interface LogSource extends LogReference {
  /** Of all the log says of it: compared when the log comes again. */
  readonly fingerprint: string;
}

/** The same of the case: one fingerprint for each of its attributes. */
export interface CaseSource extends LogReference {
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** One step of an imported history. */
export interface ImportedStep {
  readonly action: string;
  readonly input: RecordInput;
  readonly reason?: string;
  readonly actor: string;
  readonly at: string;
  readonly source: LogSource;
}

/** A whole history at once: all of it fits, or nothing is written. Where its beginning is here already, the rest is added. */
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

/** What could not be read of a case or a step, and has been told: it is not judged. */
export interface UnreadableInput {
  readonly fields: readonly string[];
  /** true: which action it is. */
  readonly action?: boolean;
}

/** Whether a history would be taken over: all the same decisions, and nothing is written. */
export class CheckImport {
  readonly type = 'CheckImport';
  constructor(
    readonly data: ImportRecord['data'],
    /** Ids of people who would be registered before. */
    readonly newcomers: readonly string[],
    /** Of the case, then of each step. */
    readonly unread: readonly UnreadableInput[] = [],
  ) {}
}

/** Destroys the record's own key, and appends the certificate. For those who run the installation; a reason is required. */
export class EraseRecord {
  readonly type = 'EraseRecord';
  constructor(readonly data: RecordCommandTarget & { readonly reason: string }) {}
}

/** Whoever has the right to it decides that the personal data of a record go, which has been kept as long as it had to be. */
export class EraseDueRecord {
  readonly type = 'EraseDueRecord';
  constructor(
    readonly data: RecordCommandTarget & {
      readonly baseVersion: number;
      readonly reason?: string;
      /** Left out: nobody signed, and it is refused. */
      readonly signing?: Signing;
    },
  ) {}
}

/** What is decided by the record's specification. */
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

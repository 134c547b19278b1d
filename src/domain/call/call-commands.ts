// Commands on one call. Notes are written by what sends; the others are an administrator's.
import type { CommandContext } from '../command.js';
import type { RecordRef } from '../stream-names.js';
import type { CallEvent } from './call-events.js';

export interface CallCommandTarget {
  readonly application: string;
  readonly entity: string;
  /** Id of the record. */
  readonly record: string;
  /** Id of the event that asked for it. */
  readonly id: string;
  /** Its name in section 7. */
  readonly call: string;
  readonly context: CommandContext;
}

/** What an event of a call says besides what it is about. */
export type CallNote = {
  [Type in CallEvent['type']]: {
    readonly type: Type;
    readonly data: Omit<Extract<CallEvent, { readonly type: Type }>['data'], 'record' | 'call'>;
  };
}[Exclude<CallEvent['type'], 'record.call-retried' | 'record.call-closed'>];

/** `owners`: whom what was sent and answered tells of, people and records; it is sealed for each of them. */
export class NoteCall {
  readonly type = 'NoteCall';
  constructor(
    readonly data: CallCommandTarget & {
      readonly note: CallNote;
      readonly owners: readonly (string | RecordRef)[];
    },
  ) {}
}

/** Sends it again, or tries again what followed from it. */
export class RetryCall {
  readonly type = 'RetryCall';
  constructor(readonly data: CallCommandTarget) {}
}

/** One that waits is given up; one that was, or could not be used, is done with. */
export class GiveUpCall {
  readonly type = 'GiveUpCall';
  constructor(readonly data: CallCommandTarget & { readonly reason: string }) {}
}

export type CallCommand = NoteCall | RetryCall | GiveUpCall;

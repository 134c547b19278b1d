// Commands on one call: the outbox sends `NoteCall`, administrators send the others.
import type { CommandContext } from '../command.js';
import type { RecordRef } from '../stream-names.js';
import type { CallEvent } from './call-events.js';

export interface CallCommandTarget {
  readonly application: string;
  readonly entity: string;
  readonly record: string;
  /** Id of the `record.call-requested` event. */
  readonly id: string;
  readonly call: string;
  readonly context: CommandContext;
}

/** An outcome of a call, without the identity of the call. */
export type CallNote = {
  [Type in CallEvent['type']]: {
    readonly type: Type;
    readonly data: Omit<Extract<CallEvent, { readonly type: Type }>['data'], 'record' | 'call'>;
  };
}[Exclude<CallEvent['type'], 'record.call-retried' | 'record.call-closed'>];

/** `owners`: people and records whose data the request or response holds; it is sealed for each of them. */
export class NoteCall {
  readonly type = 'NoteCall';
  constructor(
    readonly data: CallCommandTarget & {
      readonly note: CallNote;
      readonly owners: readonly (string | RecordRef)[];
    },
  ) {}
}

/** Sends the call again, or repeats the consequences of its response. */
export class RetryCall {
  readonly type = 'RetryCall';
  constructor(readonly data: CallCommandTarget) {}
}

/** Gives up a waiting call, and closes any other. */
export class GiveUpCall {
  readonly type = 'GiveUpCall';
  constructor(readonly data: CallCommandTarget & { readonly reason: string }) {}
}

export type CallCommand = NoteCall | RetryCall | GiveUpCall;

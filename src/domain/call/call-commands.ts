// Commands on one call: the outbox sends `NoteCall`, administrators send the others.
import { Command, type CommandContext } from '../command.js';
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

export type CallNote = {
  [Type in CallEvent['type']]: {
    readonly type: Type;
    readonly data: Omit<Extract<CallEvent, { readonly type: Type }>['data'], 'record' | 'call'>;
  };
}[Exclude<CallEvent['type'], 'record.call-retried' | 'record.call-closed'>];

/** `owners`: people and records whose data the request or response holds; it is sealed for each of them. */
export class NoteCall extends Command<
  CallCommandTarget & {
    readonly note: CallNote;
    readonly owners: readonly (string | RecordRef)[];
  }
> {
  readonly type = 'NoteCall';
}

/** Sends the call again, or repeats the consequences of its response. */
export class RetryCall extends Command<CallCommandTarget> {
  readonly type = 'RetryCall';
}

/** Gives up a waiting call, and closes any other. */
export class GiveUpCall extends Command<CallCommandTarget & { readonly reason: string }> {
  readonly type = 'GiveUpCall';
}

export type CallCommand = NoteCall | RetryCall | GiveUpCall;

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

export type CallOutcomeEvent = {
  [Type in CallEvent['type']]: {
    readonly type: Type;
    readonly data: Omit<Extract<CallEvent, { readonly type: Type }>['data'], 'record' | 'call'>;
  };
}[Exclude<CallEvent['type'], 'record.call-retried' | 'record.call-closed'>];

/** `owners`: people and records whose data the request or response holds; each seals it. */
export class RecordCallOutcome extends Command<
  CallCommandTarget & {
    readonly note: CallOutcomeEvent;
    readonly owners: readonly (string | RecordRef)[];
  }
> {
  readonly type = 'NoteCall';
}

export class RetryCall extends Command<CallCommandTarget> {
  readonly type = 'RetryCall';
}

export class GiveUpCall extends Command<CallCommandTarget & { readonly reason: string }> {
  readonly type = 'GiveUpCall';
}

export type CallCommand = RecordCallOutcome | RetryCall | GiveUpCall;

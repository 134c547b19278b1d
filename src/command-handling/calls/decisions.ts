// What an admin decides about a call → the command, also where the call was skipped: that is a decision about the process that makes calls.
import { GiveUpCall, RetryCall, type CallCommandTarget } from '#domain/call/call-commands.js';
import { RetryItem } from '#domain/process/process-commands.js';
import { builtInReason } from '#domain/reason.js';
import { Refused } from '#domain/refusal.js';

/** As the read model of calls has it. */
interface SkippableCall {
  readonly skipped?: object;
}

export const retryCommand = ({ skipped }: SkippableCall, on: CallCommandTarget): RetryCall | RetryItem =>
  skipped ? new RetryItem({ process: 'outbox', item: on.id, context: on.context }) : new RetryCall(on);

/** Throws `Refused` where the call was skipped. */
export function giveUpCommand({ skipped }: SkippableCall, on: CallCommandTarget, reason: string): GiveUpCall {
  if (!skipped) return new GiveUpCall({ ...on, reason });
  const why = { what: 'given up', why: 'it was skipped' };
  throw new Refused([builtInReason('CALL_STATE', { with: why })]);
}

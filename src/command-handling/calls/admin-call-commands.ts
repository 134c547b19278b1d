// What an admin decides about a call → the command, also where the process that makes calls leaves it alone: that is a decision about the process.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { GiveUpCall, RetryCall, type CallCommandTarget } from '#domain/call/call-commands.js';
import { RetryItem, SkipItem } from '#domain/process/process-commands.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';

/** As the read model of calls has it. */
interface SkippableCall {
  readonly skipped?: object;
  readonly undecided?: object;
}

export const createRetryCommand = (
  { skipped, undecided }: SkippableCall,
  on: CallCommandTarget,
): RetryCall | RetryItem => (skipped || undecided ? new RetryItem(itemOf(on)) : new RetryCall(on));

/** Throws `Refused` where the call was skipped. */
export function createGiveUpCommand(
  { skipped, undecided }: SkippableCall,
  on: CallCommandTarget,
  reason: string,
): GiveUpCall | SkipItem {
  if (undecided) return new SkipItem({ ...itemOf(on), reason });
  if (!skipped) return new GiveUpCall({ ...on, reason });
  const why = { what: createPhrase('call.give-up'), why: createPhrase('call.skipped') };
  throw new Refused([createBuiltInReason('CALL_STATE', { with: why })]);
}

const itemOf = ({ id, context }: CallCommandTarget) => ({ process: 'outbox', item: id, context }) as const;

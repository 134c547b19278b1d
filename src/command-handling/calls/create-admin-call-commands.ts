import { createPhrase } from '#specification/refusal-words/phrases.js';
import { GiveUpCall, RetryCall, type CallCommandTarget } from '#domain/call/call-commands.js';
import { RetryItem, SkipItem } from '#domain/process-manager/process-manager-commands.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';

interface SkippableCall {
  readonly skipped?: object;
  readonly undecided?: object;
}

export const createRetryCommandForCall = (
  { skipped, undecided }: SkippableCall,
  on: CallCommandTarget,
): RetryCall | RetryItem => (skipped || undecided ? new RetryItem(itemOf(on)) : new RetryCall(on));

/** Throws `Refused` if the call was skipped. */
export function createGiveUpCommandForCall(
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

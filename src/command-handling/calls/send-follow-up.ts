import { deriveEventId } from '../pipeline/command-digests.js';
import { SYSTEM } from '#domain/permissions.js';
import { formatFollowUpReason, type CallAnswered, type CallGivenUp } from '#domain/call/call-events.js';
import type { CallCommandTarget } from '#domain/call/call-commands.js';
import type { RecordedEvent } from '#domain/event.js';
import { FollowUp } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { isErased } from '#specification/model/stored-value.js';

export type FollowUpCause = RecordedEvent<CallAnswered | CallGivenUp>;

/** `after`: the calls that led to it. */
type FollowUpTarget = Omit<CallCommandTarget, 'context' | 'id'> & { readonly after: readonly string[] };

/** Returns the refusal, if any. Throws engine and transient errors. */
export async function sendFollowUp(
  { application, entity, record: id, call, after }: FollowUpTarget,
  { id: cause, data: { set, action }, metadata }: FollowUpCause,
  send: (command: FollowUp) => Promise<unknown>,
): Promise<string | undefined> {
  if (isErased(set)) return 'what it was to set was erased with the person it tells of';
  const context = {
    actor: SYSTEM.id,
    commandId: deriveEventId(cause, id, 1, ''),
    correlationId: metadata.correlationId,
    causationId: cause,
    afterCalls: [...after, call],
  };
  const reason = formatFollowUpReason(call);
  try {
    await send(new FollowUp({ application, entity, id, input: set ?? {}, action, reason, context }));
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused) || error.reasons.some(({ kind }) => kind === 'unavailable')) throw error;
    return error.message;
  }
}

// What follows from an answer, or from its absence: done by commands, with the event as their cause.
import { carryOut, type Doing } from '#command-handling/calls/consequences.js';
import { eventId } from '#command-handling/event-id.js';
import { SYSTEM } from '#domain/actor.js';
import type { CallAnswered, CallGivenUp } from '#domain/call/call-events.js';
import type { Recorded } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { isErased } from '#specification/value.js';

export type Cause = Recorded<CallAnswered | CallGivenUp>;

/** undefined: done, or was before. Else why it was refused. Throws what engines throw, and what passes by itself. */
export async function follow(
  { application, entity: key, record: id, call, after }: WaitingCall,
  { id: cause, data: { set, action }, metadata }: Cause,
  doing: Pick<Doing, 'entity' | 'send'>,
): Promise<string | undefined> {
  if (isErased(set)) return 'what it was to set was erased with the person it tells of';
  const context = (what: string) => ({
    actor: SYSTEM.id,
    commandId: eventId(cause, id, 1, what),
    correlationId: metadata.correlationId,
    causationId: cause,
    afterCalls: [...after, call],
  });
  const consequences = { set, action, reason: `What came of the call “${call}”.` };
  try {
    await carryOut(consequences, { ...doing, context, on: { application, entity: key, id } });
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused) || error.reasons.some(({ kind }) => kind === 'unavailable')) throw error;
    return error.message;
  }
}

// Records a call of the past, which the outbox never sends.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import type { TellCall } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';
import { createCallRequested } from '../calls/request-calls.js';

/** Throws `Refused` without `effectiveAt`: the outbox would send the call. */
export function requestImportedCall(
  state: RecordState,
  { call, context }: TellCall['data'],
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(decisionContext, 'NOT_FOUND')]);
  if (context.effectiveAt === undefined) {
    const why = createPhrase('why.calls-of-past');
    throw new Refused([createReason(decisionContext, 'BAD_REQUEST', { with: { why } })]);
  }
  return [createCallRequested(call)];
}

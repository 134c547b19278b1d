import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { DecidedEvent } from '#domain/event.js';
import { createReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import type { RecordPastCall } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';
import { createCallRequested } from '../calls/request-calls.js';

/** Throws `Refused` without `effectiveAt`, which keeps the outbox from sending it. */
export function requestImportedCall(
  state: RecordState,
  { call, context }: RecordPastCall['data'],
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  if (state.status === 'not opened') throw new Refused([createReason(decisionContext, 'NOT_FOUND')]);
  if (context.effectiveAt === undefined) {
    const why = createPhrase('why.calls-of-past');
    throw new Refused([createReason(decisionContext, 'BAD_REQUEST', { with: { why } })]);
  }
  return [createCallRequested(call)];
}

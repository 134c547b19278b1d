import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { createCounter } from '#platform/telemetry/instruments.js';
import { runInSpan } from '#platform/telemetry/tracing.js';

const attempts = createCounter('daybook.outbox.attempts', {
  description: 'Attempts at calls and mails, by outcome',
});

interface ObservedAttempt {
  readonly kind: 'call' | 'mail';
  /** Keys of the specification. */
  readonly application: string;
  readonly call: string;
}

/** Names neither the host nor what is sent or answered. */
export async function observeAttempt(
  { kind, application, call }: ObservedAttempt,
  attempt: () => Promise<AttemptOutcome>,
): Promise<AttemptOutcome> {
  const attributes = { 'daybook.application': application, 'daybook.call': call };
  return runInSpan({ name: `send ${kind}`, kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await attempt();
    const isSent = 'answered' in outcome;
    attempts.add(1, { 'daybook.kind': kind, 'daybook.outcome': isSent ? 'sent' : 'failed' });
    if (isSent && outcome.answered.response)
      span.setAttribute('http.response.status_code', outcome.answered.response.status);
    if (!isSent) span.setStatus({ code: SpanStatusCode.ERROR });
    return outcome;
  });
}

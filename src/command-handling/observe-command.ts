import type { Attributes, Span } from '@opentelemetry/api';
import type { Command, CommandContext } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { createCounter, createDurationHistogram } from '#platform/telemetry/instruments.js';
import { hasActiveSpan, runInSpan } from '#platform/telemetry/tracing.js';

const commands = createCounter('daybook.commands', { description: 'Commands, by type and outcome' });
const refusals = createCounter('daybook.refusals', { description: 'Reasons of refused commands, by code' });
const duration = createDurationHistogram('daybook.command.duration', {
  description: 'Time from sending a command to its outcome',
});

type Outcome = 'accepted' | 'repeated' | 'refused' | 'failed';

/** Names types, outcomes and codes; never what a command carries. */
export async function observeCommand<Result>(
  command: Command<unknown, Result>,
  execute: () => Promise<Result>,
): Promise<Result> {
  const type = findType(command);
  const description = {
    name: `command ${type}`,
    attributes: { 'daybook.command': type },
    ...findCorrelationId(command),
    isExpected: (error: unknown) => error instanceof Refused,
  };
  return runInSpan(description, async (span) => {
    const begun = performance.now();
    const note = (outcome: Outcome, more: Attributes = {}) =>
      noteOutcome(span, { type, outcome, seconds: (performance.now() - begun) / 1_000 }, more);
    try {
      const result = await execute();
      note(isRepeated(result) ? 'repeated' : 'accepted');
      return result;
    } catch (error) {
      if (!(error instanceof Refused)) note('failed');
      else note('refused', { 'daybook.refusal': noteRefusal(error) });
      throw error;
    }
  });
}

interface ObservedOutcome {
  readonly type: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

function noteOutcome(span: Span, { type, outcome, seconds }: ObservedOutcome, more: Attributes): void {
  span.setAttributes({ 'daybook.outcome': outcome, ...more });
  const labels = { 'daybook.command': type, 'daybook.outcome': outcome };
  commands.add(1, labels);
  duration.record(seconds, labels);
}

function noteRefusal({ reasons }: Refused): string[] {
  const codes = [...new Set(reasons.map(({ code }) => code))];
  for (const code of codes) refusals.add(1, { 'daybook.refusal': code });
  return codes;
}

const findType = (command: Command<unknown, unknown>): string =>
  (command as { readonly type?: string }).type ?? command.constructor.name;

/** As the pipeline stores it: the command's own id where it names no other. Within a request or a call, that span is its parent. */
function findCorrelationId({ data }: Command<unknown, unknown>): { readonly correlationId?: string } {
  const { context } = data as { readonly context?: Partial<CommandContext> };
  const correlationId = context?.correlationId ?? (hasActiveSpan() ? undefined : context?.commandId);
  return correlationId === undefined ? {} : { correlationId };
}

const isRepeated = (result: unknown): boolean =>
  (result as { readonly already?: unknown } | undefined)?.already === true;

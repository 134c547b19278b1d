import { SpanKind, TraceFlags } from '@opentelemetry/api';
import type { RecordedEvent } from '#domain/event.js';
import { findAppendSpan } from '#event-store/append-tracing.js';
import { isTracing, recordSpan } from '#platform/telemetry/tracing.js';
import type { AnyProjection } from '../port/projection.js';
import { createTargetFinder } from './event-targets.js';

/** More events at once are history that a read model catches up with, without anyone waiting for it. */
const MAX_TRACED_EVENTS = 100;

/** Returns what records a span for each append whose events changed documents. */
export function createProjectionTracer(
  projection: AnyProjection,
): (events: readonly RecordedEvent[], startedAt: number) => void {
  const findTargets = createTargetFinder({ projection, isSkipped: () => false });
  const isRelevant = (event: RecordedEvent) => {
    const targets = findTargets(event);
    return targets instanceof Error || targets.length > 0;
  };
  return (events, startedAt) => {
    if (!isTracing() || events.length > MAX_TRACED_EVENTS) return;
    for (const append of groupByAppend(events)) {
      const parent = findAppendSpan(append[0]!);
      if (parent.traceFlags !== TraceFlags.SAMPLED) continue;
      const relevant = append.filter(isRelevant);
      if (relevant.length > 0)
        recordSpan({
          name: `project ${projection.name}`,
          kind: SpanKind.CONSUMER,
          startedAt,
          parent,
          attributes: {
            'daybook.projection': projection.name,
            'daybook.position': relevant.at(-1)!.position,
            'daybook.events': relevant.length,
          },
        });
    }
  };
}

function groupByAppend(events: readonly RecordedEvent[]): Iterable<readonly RecordedEvent[]> {
  const appends = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const key = `${event.metadata.commandId}\n${event.stream}`;
    const append = appends.get(key);
    if (append) append.push(event);
    else appends.set(key, [event]);
  }
  return appends.values();
}

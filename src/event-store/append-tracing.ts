// One trace from a command to the projection of its events, also in another process: stored metadata leads to both ids.
import { SpanKind, trace, type SpanContext } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import type { NewEvent, RecordedEvent } from '#domain/event.js';
import { deriveSpanId, deriveTraceId } from '#platform/telemetry/derive-trace-ids.js';
import {
  isTracing,
  markFailed,
  recordSpan,
  runAsActive,
  startSpan,
  toSpanContext,
} from '#platform/telemetry/tracing.js';
import type { EventStore } from './event-store.js';

type TracedMetadata = Pick<NewEvent['metadata'], 'commandId' | 'correlationId'>;

const deriveIds = ({ commandId, correlationId }: TracedMetadata, stream: string) => ({
  traceId: deriveTraceId(correlationId),
  spanId: deriveSpanId(`append\n${commandId}\n${stream}`),
});

/** Each read model asks for the same ones, within moments. */
const recentSpans = new LRUCache<string, SpanContext>({ max: 500 });

/** Of the append that wrote the event. */
export function findAppendSpan({
  metadata,
  stream,
}: Pick<RecordedEvent, 'metadata' | 'stream'>): SpanContext {
  const key = `${metadata.correlationId}\n${metadata.commandId}\n${stream}`;
  const known = recentSpans.get(key);
  if (known) return known;
  const span = toSpanContext(deriveIds(metadata, stream));
  recentSpans.set(key, span);
  return span;
}

export const traceAppends = (store: EventStore): EventStore => ({
  ...store,
  async append(stream, events, expectedVersion, deadline) {
    const append = async () => store.append(stream, events, expectedVersion, deadline);
    const [first] = events;
    if (!isTracing() || !first) return append();
    const startedAt = Date.now();
    try {
      const result = await append();
      recordAppend(stream, events, startedAt);
      return result;
    } catch (error) {
      recordFailedAppend(error, startedAt);
      throw error;
    }
  },
});

/** Recorded afterwards, as only one of the attempts at a stream may have the derived id. */
function recordAppend(stream: string, events: readonly NewEvent[], startedAt: number): void {
  const { metadata } = events[0]!;
  const ids = deriveIds(metadata, stream);
  const active = trace.getActiveSpan()?.spanContext();
  const isInTrace = active?.traceId === ids.traceId;
  recordSpan({
    name: 'append',
    kind: SpanKind.PRODUCER,
    startedAt,
    ...(active && (isInTrace ? { parent: active } : { links: [{ context: active }] })),
    ...ids,
    attributes: {
      'daybook.events': events.length,
      'daybook.event_types': [...new Set(events.map(({ type }) => type))],
      ...(metadata.specification && { 'daybook.application': metadata.specification.key }),
    },
  });
}

function recordFailedAppend(error: unknown, startTime: number): void {
  const span = startSpan({ name: 'append', kind: SpanKind.PRODUCER, startTime });
  markFailed(span, error);
  span.end();
}

/** Spans of `work` are below the append that wrote the event. */
export function continueTrace<T>(
  event: Pick<RecordedEvent, 'metadata' | 'stream'> | undefined,
  work: () => T,
): T {
  if (!isTracing() || !event) return work();
  return runAsActive(trace.wrapSpanContext(findAppendSpan(event)), work);
}

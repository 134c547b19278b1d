// Spans by the API alone: without `startTelemetry`, they cost a comparison, and no SDK is loaded.
import {
  context,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanContext,
  type SpanKind,
  type TimeInput,
} from '@opentelemetry/api';
import { deriveTraceId } from './derive-trace-ids.js';
import { withGivenIds } from './given-ids.js';

const TRACER = 'daybook';

let isOn = false;

export const isTracing = (): boolean => isOn;

export const setTracing = (on: boolean): void => void (isOn = on);

export const hasActiveSpan = (): boolean => trace.getActiveSpan() !== undefined;

export interface SpanDescription {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** undefined: that of the active span. */
  readonly correlationId?: string;
  readonly links?: readonly Link[];
  /** undefined: now. */
  readonly startTime?: TimeInput;
  /** These errors are answers, not failures. */
  readonly isExpected?: (error: unknown) => boolean;
}

const UNRECORDED = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** Spans that `work` starts are its children. Errors are recorded by class, as messages may quote stored values. */
export async function runInSpan<T>(
  description: SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!isOn) return work(UNRECORDED);
  const span = startSpan(description);
  try {
    return await runAsActive(span, async () => work(span));
  } catch (error) {
    if (!description.isExpected?.(error)) markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** In the trace of the correlation id: below the active span where that is in the trace, else as its root. */
export function startSpan({ name, correlationId, ...options }: SpanDescription): Span {
  const active = trace.getActiveSpan()?.spanContext();
  const links = [...(options.links ?? [])];
  const { kind, attributes = {}, startTime } = options;
  const described = {
    ...(kind !== undefined && { kind }),
    ...(startTime !== undefined && { startTime }),
    attributes,
    links,
  };
  const traceId = correlationId === undefined ? active?.traceId : deriveTraceId(correlationId);
  if (active && active.traceId === traceId) return getTracer().startSpan(name, described);
  if (active) links.push({ context: active });
  return withGivenIds(traceId === undefined ? {} : { traceId }, () =>
    getTracer().startSpan(name, { ...described, root: true }),
  );
}

export const runAsActive = <T>(span: Span, work: () => T): T =>
  context.with(trace.setSpan(context.active(), span), work);

export function markFailed(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

export interface PastSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly startedAt: TimeInput;
  /** undefined: the root of its trace. */
  readonly parent?: SpanContext;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly links?: readonly Link[];
}

/** A span that ends now. Its ids may be derived only once its work has succeeded. */
export function recordSpan({ name, kind, attributes, startedAt, parent, links, ...ids }: PastSpan): void {
  const options = { kind, attributes, startTime: startedAt, links: [...(links ?? [])] };
  const around: Context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  withGivenIds(ids, () => getTracer().startSpan(name, options, around)).end();
}

/** A span of another process, or of this one before. */
export function toSpanContext(ids: { readonly traceId: string; readonly spanId: string }): SpanContext {
  return { ...ids, traceFlags: isTraceSampled(ids.traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE };
}

/** Samplers decide by the trace id, so that all processes keep the same traces. The span is never ended. */
const isTraceSampled = (traceId: string): boolean =>
  withGivenIds({ traceId }, () => getTracer().startSpan('sampled?', { root: true })).isRecording();

/** By the global each time: a cached tracer would outlive its SDK. */
const getTracer = () => trace.getTracer(TRACER);

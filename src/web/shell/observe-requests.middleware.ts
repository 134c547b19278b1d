// Nothing of an address but its route: addresses have ids, searches and one-time tokens.
import {
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Link,
  type Span,
} from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { createDurationHistogram } from '#platform/telemetry/instruments.js';
import { isTracing, runAsActive, startSpan } from '#platform/telemetry/tracing.js';
import { HEALTH_CHECK_PATHS } from '../addresses/system-addresses.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- declares members of Express's request
  namespace Express {
    interface Request {
      /** See response-workload.ts; undefined: no handler was reached. */
      workload?: string;
    }
  }
}

const duration = createDurationHistogram('http.server.request.duration', {
  description: 'Time from a request to the end of its response',
});

/** After `correlate`: the correlation id names the trace. */
export const observeRequest: RequestHandler = (request, response, next) => {
  const begun = performance.now();
  const span = isTracing() && isTraced(request) ? startRequestSpan(request) : undefined;
  response.once('close', () => {
    const labels = describeResponse(request, response);
    duration.record((performance.now() - begun) / 1_000, labels);
    if (span) endRequestSpan(span, request, response);
  });
  if (!span) return next();
  runAsActive(span, next);
};

const ASSETS = '/assets/';

const isTraced = ({ path }: Request): boolean =>
  !HEALTH_CHECK_PATHS.includes(path) && !path.startsWith(ASSETS);

function startRequestSpan(request: Request): Span {
  const { method, correlationId } = request;
  return startSpan({
    name: method,
    kind: SpanKind.SERVER,
    correlationId,
    attributes: { 'http.request.method': method },
    links: findCaller(request),
  });
}

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** A link, not the parent: a client must not choose the trace, nor whether it is sampled. */
function findCaller({ headers }: Request): readonly Link[] {
  const { traceparent } = headers;
  const [, traceId = '', spanId = '', flags = ''] =
    (typeof traceparent === 'string' && TRACE_PARENT.exec(traceparent)) || [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const context = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(context) ? [{ context }] : [];
}

function describeResponse({ method, workload }: Request, { statusCode }: Response) {
  return {
    'http.request.method': method,
    'http.response.status_code': statusCode,
    ...(workload !== undefined && { 'daybook.workload': workload }),
  };
}

function endRequestSpan(span: Span, request: Request, response: Response): void {
  const route = (request.route as { readonly path?: unknown } | undefined)?.path;
  if (typeof route === 'string')
    span.setAttribute('http.route', route).updateName(`${request.method} ${route}`);
  span.setAttributes(describeResponse(request, response));
  if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

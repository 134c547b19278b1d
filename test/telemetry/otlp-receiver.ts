// A collector over HTTP that keeps what is sent to it as JSON, and counts what is sent as protobuf.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** undefined: a root. */
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number; readonly message?: string };
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface ReceivedPost {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly posts: readonly ReceivedPost[];
  readonly spans: readonly ReceivedSpan[];
  /** Names of metrics. */
  readonly metrics: ReadonlySet<string>;
  /** Resolves once it has come to that. */
  until<T>(find: () => T | undefined | false): Promise<T>;
  close(): Promise<void>;
}

interface AnyValue {
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
}

interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

const toValue = ({ arrayValue, ...plain }: AnyValue): unknown =>
  arrayValue ? arrayValue.values.map(toValue) : Object.values(plain)[0];
const toAttributes = (all: readonly KeyValue[] = []) =>
  Object.fromEntries(all.map(({ key, value }) => [key, toValue(value)]));

/* eslint-disable @typescript-eslint/no-explicit-any -- the shapes of OTLP */
function spansIn({ resourceSpans = [] }: any): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map(({ attributes, links = [], parentSpanId, ...span }: any) => ({
        ...span,
        ...(parentSpanId && { parentSpanId }),
        links,
        attributes: toAttributes(attributes),
        resource: toAttributes(resource.attributes),
      })),
    ),
  );
}

const metricNamesIn = ({ resourceMetrics = [] }: any): string[] =>
  resourceMetrics.flatMap(({ scopeMetrics }: any) =>
    scopeMetrics.flatMap(({ metrics }: any) => metrics.map(({ name }: any) => name)),
  );
/* eslint-enable @typescript-eslint/no-explicit-any */

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const posts: ReceivedPost[] = [];
  const spans: ReceivedSpan[] = [];
  const metrics = new Set<string>();
  const looks = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const contentType = request.headers['content-type'] ?? '';
      posts.push({ path: request.url ?? '', contentType, body });
      if (contentType.includes('json')) {
        const sent: unknown = JSON.parse(body.toString('utf8'));
        spans.push(...spansIn(sent));
        for (const name of metricNamesIn(sent)) metrics.add(name);
      }
      response.writeHead(200, { 'content-type': contentType }).end(contentType.includes('json') ? '{}' : '');
      for (const look of looks) look();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    spans,
    metrics,
    until: async (find) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find();
          if (found === undefined || found === false) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

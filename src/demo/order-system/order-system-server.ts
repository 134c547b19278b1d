// Receives the examples' calls, signed per Standard Webhooks, idempotent and occasionally busy; stateless.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifySignature } from '#command-handling/calls/webhook-signature.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface OrderSystemServer {
  readonly url: string;
  close(): Promise<void>;
}

interface PlacedOrder {
  readonly number: string;
  readonly reference: string;
  readonly total: string;
}

interface OrderReply {
  readonly status: number;
  readonly body: unknown;
}

/** Every n-th new order is accepted on retry only. */
const BUSY_EVERY = 3;
/** Allowed clock skew in seconds, per Standard Webhooks. */
const TOLERANCE = 5 * 60;

/** `onOrder`: called with a sentence per order. Throws listen errors. */
export async function startOrderSystemServer(
  { port, key }: { readonly port: number; readonly key: Buffer },
  onOrder: (words: string) => void = () => {},
): Promise<OrderSystemServer> {
  const orders = new Orders(key, onOrder);
  const server = createServer(
    (request, response) => void answer(orders, request, response).catch(throwUncaught),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

class Orders {
  private readonly taken = new Map<string, PlacedOrder>();
  private readonly receivedIds = new Set<string>();

  constructor(
    private readonly key: Buffer,
    private readonly onOrder: (words: string) => void,
  ) {}

  list(): OrderReply {
    return { status: 200, body: { orders: [...this.taken.values()] } };
  }

  /** A repeated message gets the same answer, and orders nothing. */
  take(headers: IncomingMessage['headers'], body: string): OrderReply {
    const id = one(headers['webhook-id']);
    const timestamp = Number(one(headers['webhook-timestamp']));
    const isNow = Math.abs(Date.now() / 1000 - timestamp) <= TOLERANCE;
    const given = one(headers['webhook-signature']);
    if (!isNow || !verifySignature(this.key, { id, timestamp, body }, given))
      return {
        status: 401,
        body: { error: 'The signature is not right. Is ERP_SECRET the same on both sides?' },
      };
    const before = this.taken.get(id);
    if (before) return { status: 200, body: { id: before.number } };
    const isFirst = !this.receivedIds.has(id);
    this.receivedIds.add(id);
    if (isFirst && this.receivedIds.size % BUSY_EVERY === 0) {
      this.onOrder('Too busy to take an order: it has to be sent again.');
      return { status: 503, body: { error: 'Too busy. Ask again.' } };
    }
    return this.order(id, body);
  }

  private order(id: string, body: string): OrderReply {
    const content = asObject(body);
    if (!content) return { status: 400, body: { error: 'An order is JSON: {"reference": …, "total": …}.' } };
    const number = orderNumberOf(id);
    const [reference, total] = [asWords(content['reference']), asWords(content['total'])];
    this.taken.set(id, { number, reference, total });
    this.onOrder(`${number} for ${reference}, ${total}.`);
    return { status: 201, body: { id: number } };
  }
}

async function answer(orders: Orders, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body = await text(request).catch(() => '');
  const isOrder = method === 'POST' && url === '/orders';
  const isList = method === 'GET' && url === '/orders';
  const nothing = { status: 404, body: { error: 'POST /orders orders, GET /orders lists.' } };
  const { status, body: reply } = isOrder ? orders.take(headers, body) : isList ? orders.list() : nothing;
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(reply)}\n`);
}

/** Derived from the message id, so that it survives restarts. */
const orderNumberOf = (id: string): string =>
  `ORD-${String(createHash('sha256').update(id).digest().readUInt32BE(0) % 1_000_000).padStart(6, '0')}`;

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');
const asWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

function asObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

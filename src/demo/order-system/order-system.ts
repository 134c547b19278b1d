// The other side of the examples' calls: takes orders, signed as Standard Webhooks says, each once, and is busy now and then. Keeps nothing.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifySignature } from '#command-handling/calls/webhook-signature.js';

export interface OrderSystem {
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

/** Of each so many new orders one is taken only when it is asked for again. */
const BUSY_EVERY = 3;
/** Seconds between the clock of the other side and ours; as Standard Webhooks says. */
const TOLERANCE = 5 * 60;

/** `onOrder`: told of every order in words. Throws what listening throws. */
export async function startOrderSystem(
  { port, key }: { readonly port: number; readonly key: Buffer },
  onOrder: (words: string) => void = () => {},
): Promise<OrderSystem> {
  const orders = new Orders(key, onOrder);
  const server = createServer((request, response) => void answer(orders, request, response));
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
  private readonly asked = new Set<string>();

  constructor(
    private readonly key: Buffer,
    private readonly onOrder: (words: string) => void,
  ) {}

  list(): OrderReply {
    return { status: 200, body: { orders: [...this.taken.values()] } };
  }

  /** The same message again is answered the same, and orders nothing more. */
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
    const isFirst = !this.asked.has(id);
    this.asked.add(id);
    if (isFirst && this.asked.size % BUSY_EVERY === 0) {
      this.onOrder('Too busy to take an order: it has to be sent again.');
      return { status: 503, body: { error: 'Too busy. Ask again.' } };
    }
    return this.order(id, body);
  }

  private order(id: string, body: string): OrderReply {
    const asked = asObject(body);
    if (!asked) return { status: 400, body: { error: 'An order is JSON: {"reference": …, "total": …}.' } };
    const number = orderNumberOf(id);
    const [reference, total] = [asWords(asked['reference']), asWords(asked['total'])];
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
  const { status, body: said } = isOrder ? orders.take(headers, body) : isList ? orders.list() : nothing;
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(said)}\n`);
}

/** The same message has the same number also after a restart, which forgets what was ordered. */
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

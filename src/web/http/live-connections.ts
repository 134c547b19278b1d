import type { Response } from 'express';
import { throwUncaught } from '#platform/throw-uncaught.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

export interface LiveConnection {
  readonly person: string;
  readonly response: Response;
  /** Checked before each message. */
  readonly still: () => Promise<boolean>;
}

/** Per person; a browser needs one connection per open page. */
const MAX_PER_PERSON = 30;
const MAX_CONNECTIONS = 2_000;
/** Also bounds how long a connection survives a right revoked in another process; nothing is sent meanwhile. */
const HEARTBEAT_MS = 10_000;
/** Forces reconnecting, hence re-authentication. */
const MAX_DURATION_MS = 30 * 60_000;

/** Server-sent events to people who may still receive them. */
export class LiveConnections {
  private readonly connections = new Set<LiveConnection>();
  private readonly counts = new Map<string, number>();
  private readonly heartbeat = setInterval(() => this.sendAll(NO_MESSAGE), HEARTBEAT_MS).unref();

  get size(): number {
    return this.connections.size;
  }

  /** false: the client left, or requested the headers only. Throws `Refused` TOO_MANY_ATTEMPTS above the limit. */
  open(connection: LiveConnection, first: string, onClose: () => void): boolean {
    const { response, person } = connection;
    if (response.closed || response.destroyed) return false;
    if (response.req.method === 'HEAD') {
      response.writeHead(200, HEADERS).end();
      return false;
    }
    const own = this.counts.get(person) ?? 0;
    if (own >= MAX_PER_PERSON || this.size >= MAX_CONNECTIONS)
      throw createBuiltInRefusal('TOO_MANY_ATTEMPTS', { seconds: 60 });
    this.connections.add(connection);
    this.counts.set(person, own + 1);
    const end = setTimeout(() => response.end(), MAX_DURATION_MS).unref();
    response.once('close', () => {
      clearTimeout(end);
      this.forget(connection);
      onClose();
    });
    response.writeHead(200, HEADERS);
    response.write(`retry: 5000\n${first}`);
    return true;
  }

  /** Closes connections without permission; sends nothing while that is unknown. */
  async send({ response, still }: LiveConnection, text: string): Promise<void> {
    const answer = await still().catch(() => undefined);
    if (answer === undefined || response.writableEnded) return;
    if (!answer) response.end();
    else if (text !== '') response.write(text);
  }

  /** undefined: rechecks all people. */
  recheck(people?: ReadonlySet<string>): void {
    this.sendAll('', people);
  }

  /** Open connections would block the shutdown. */
  close(): void {
    clearInterval(this.heartbeat);
    for (const { response } of this.connections) response.end();
  }

  private sendAll(text: string, people?: ReadonlySet<string>): void {
    for (const connection of this.connections)
      if (!people || people.has(connection.person)) this.send(connection, text).catch(throwUncaught);
  }

  private forget(connection: LiveConnection): void {
    if (!this.connections.delete(connection)) return;
    const own = (this.counts.get(connection.person) ?? 1) - 1;
    if (own === 0) this.counts.delete(connection.person);
    else this.counts.set(connection.person, own);
  }
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Disables buffering proxies, which would hold the stream back.
  'X-Accel-Buffering': 'no',
};

const NO_MESSAGE = ':\n\n';

export const liveMessage = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

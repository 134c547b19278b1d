// A real remote server with programmable answers that records requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answering = (response: ServerResponse, asked: Asked, count: number) => void;

export interface OtherSide {
  readonly url: string;
  readonly asked: readonly Asked[];
  answer(answering: Answering): void;
  /** After so many requests. */
  times(count: number): Promise<void>;
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown): Answering =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export async function otherSide(first: Answering = json(200, {})): Promise<OtherSide> {
  let answering = first;
  const asked: Asked[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      answering(response, asked.at(-1)!, asked.length);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (next) => (answering = next),
    times: async (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (asked.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Slow bodies occupy neither memory nor other requests.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { createBodyReader, ConcurrentBodyLimit } from '#web/http/request-body.js';
import { startDaybook, type Daybook } from '../daybook.js';

const MB = 1024 * 1024;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Announces a body that it does not send. */
async function slow(server: Server, headers: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  const head = `POST /-/receive/orders/paid HTTP/1.1\r\nHost: daybook\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}${headers}\r\n\r\n`);
  socket.write(headers.includes('chunked') ? '1\r\n{\r\n' : '{');
  await once(socket, 'connect');
  return socket;
}

async function statusOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (text.includes('\r\n')) break;
  }
  return text.slice(9, 12);
}

describe('given somebody without an account who sends sixteen large bodies and does not end', () => {
  let daybook: Daybook;
  beforeAll(async () => {
    daybook = await startDaybook();
  });
  afterAll(() => daybook.close());

  it.each([
    ['by their length', `Content-Length: ${MB}`],
    ['in pieces', 'Transfer-Encoding: chunked'],
    ['packed', 'Content-Length: 2000\r\nContent-Encoding: gzip'],
  ])(
    'when one more comes, %s, then it is told to wait; pages go on, and bodies do when they are gone',
    async (_how, headers) => {
      const server = daybook.app.getHttpServer() as Server;
      const all = await Promise.all(Array.from({ length: 18 }, async () => slow(server, headers)));
      const answers: string[] = [];
      for (const socket of all)
        statusOf(socket).then(
          (status) => answers.push(status),
          () => {},
        );
      while (answers.length < 2) await setTimeout(5);
      expect(answers).toEqual(['429', '429']);
      expect((await daybook.browser().get('/-/sign-in')).status).toBe(200);
      for (const socket of all) socket.destroy();
      const sent = async () =>
        (await daybook.browser().post('/-/appearance').type('form').send({ appearance: 'dark' })).status;
      for (let status = 429; status === 429; status = await sent());
      expect(await sent()).toBe(303);
    },
  );
});

describe('given a body that does not come to its end', () => {
  it('when its time is over, then that is said, and nobody reads on', async () => {
    const app = express().use(createBodyReader({ ofOne: MB, ofAll: MB, within: 50 }));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = await slow(server, `Content-Length: ${MB}`);
    expect(await statusOf(socket)).toBe('408');
    const next = await slow(server, `Content-Length: ${MB}`);
    expect(await statusOf(next)).toBe('408');
    server.close();
  });
});

describe('bodies under way', () => {
  it('are never more than may be, of one or of all, and nothing is left of them when they are there', () => {
    const asked = fc.record({ network: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(60), ends: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(asked), (all) => {
        const bodies = new ConcurrentBodyLimit({ ofOne: 100, ofAll: 150 });
        const going: { network: string; bytes: number; end: () => void }[] = [];
        const sum = (of?: string) =>
          going
            .filter(({ network }) => of === undefined || network === of)
            .reduce((n, { bytes }) => n + bytes, 0);
        for (const { network, bytes, ends } of all) {
          const fits = sum(network) + bytes <= 100 && sum() + bytes <= 150;
          const end = bodies.take(network, bytes);
          expect(end !== undefined).toBe(fits);
          if (end) going.push({ network, bytes, end });
          const [done] = going.splice(ends, 1);
          done?.end();
          done?.end();
        }
        for (const { end } of going) end();
        expect(bodies.take('a', 100)).toBeDefined();
        expect(bodies.take('b', 50)).toBeDefined();
      }),
    );
  });
});

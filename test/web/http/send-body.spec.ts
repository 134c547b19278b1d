import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Response } from 'express';
import { jsonPieces, MAX_BUFFERED_BYTES, sendBody } from '#web/http/send-body.js';

function response(method = 'GET') {
  const headers: Record<string, unknown> = {};
  const sent: { body?: Buffer; headers: typeof headers } = { headers };
  const fake = {
    req: { method },
    destroyed: false,
    setHeader: (name: string, value: unknown) => (headers[name] = value),
    end: (body?: Buffer) => (sent.body = body),
  };
  return { sent, response: fake as unknown as Response };
}

describe('a body that is sent', () => {
  it('lets others have their turn between its pieces', async () => {
    let turns = 0;
    let isMade = false;
    const counting = (async () => {
      for (; !isMade; turns++) await setImmediate();
    })();
    function* pieces() {
      for (let piece = 0; piece < 20; piece++) {
        // Longer than one time slice.
        for (const until = performance.now() + 3; performance.now() < until;);
        yield 'x';
      }
    }
    const { sent, response: to } = response();
    await sendBody(to, { type: 'text/plain', pieces: pieces() });
    isMade = true;
    await counting;
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(sent.body?.toString()).toBe('x'.repeat(20));
  });

  it('is refused before it is sent where it is larger than an answer may be, without being made to its end', async () => {
    let made = 0;
    function* pieces() {
      for (; ; made++) yield 'x'.repeat(MAX_BUFFERED_BYTES / 10);
    }
    const { sent, response: to } = response();
    await expect(sendBody(to, { type: 'text/plain', pieces: pieces() })).rejects.toMatchObject({
      reasons: [{ code: 'ANSWER_TOO_LARGE', kind: 'invalid' }],
    });
    expect(made).toBe(10);
    expect(sent).toEqual({ headers: {} });
  });

  it('has its length and no bytes where only that is asked', async () => {
    const { sent, response: to } = response('HEAD');
    await sendBody(to, { type: 'text/plain', disposition: 'inline', pieces: ['ä', 'b'] });
    expect(sent.body).toBeUndefined();
    expect(sent.headers).toEqual({
      'Content-Type': 'text/plain',
      'Content-Length': 3,
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
    });
  });
});

describe('JSON in pieces', () => {
  it('reads as JSON.stringify writes it', () => {
    const values = fc.anything({ withDate: true, withNullPrototype: false });
    fc.assert(
      fc.property(values, (value) => {
        const written = JSON.stringify(value);
        expect([...jsonPieces(value)].join('')).toBe(written ?? 'null');
      }),
    );
  });

  it('makes a piece of each entry of a list in it', () => {
    const items = Array.from({ length: 500 }, (_, index) => ({ index }));
    expect([...jsonPieces({ items })].length).toBeGreaterThan(500);
  });
});

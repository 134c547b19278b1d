import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import express from 'express';
import supertest from 'supertest';
import { Refused } from '#domain/refusal.js';
import { createBodyReader, parseUrlEncodedForm } from '#web/http/request-body.js';

describe('a posted form', () => {
  it('comes back as it was encoded, whatever was typed', () => {
    const texts = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: false,
    });
    fc.assert(
      fc.property(texts, (typed) => {
        const pairs = Object.entries(typed);
        expect(Object.entries(parseUrlEncodedForm(new URLSearchParams(pairs).toString())).sort()).toEqual(
          pairs.sort(),
        );
      }),
    );
  });

  it('takes the last of several values of one name, as for a ticked box after its hidden “false”', () => {
    expect(parseUrlEncodedForm('done=false&done=true')['done']).toBe('true');
  });

  it('has no prototype to be reached', () => {
    const form = parseUrlEncodedForm('__proto__=x&constructor=y&a%5B__proto__%5D=z');
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor', 'a[__proto__]']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(['%', '%zz', 'a=%E0%A4', 'a=%ff%fe'])(
    'is refused where it is not encoded as it should be: %s',
    (body) => {
      expect(() => parseUrlEncodedForm(body)).toThrow(/cannot be understood/);
    },
  );

  it('is refused with more inputs than any form has', () => {
    expect(() => parseUrlEncodedForm('a=1&'.repeat(20_001))).toThrow(/more than 20,000 inputs/);
  });

  it.each([
    ['names', (n: number) => `f${n}`],
    ['rows', (n: number) => `lines.${n}.item`],
    ['cells of a row', (n: number) => `lines.0.c${n}`],
    ['names without a row', (n: number) => `lines.${n}`],
    ['names below names', (n: number) => `a.b.${n}.d.e`],
  ])('is refused with more than a thousand %s', (_, name) => {
    const form = (count: number) => Array.from({ length: count }, (_each, n) => `${name(n)}=1`).join('&');
    expect(Object.keys(parseUrlEncodedForm(form(1_000)))).toHaveLength(1_000);
    expect(() => parseUrlEncodedForm(form(1_001))).toThrow(/more than 1,000 names or rows/);
  });

  it('may have many cells in many rows', () => {
    const cells = Array.from({ length: 800 }, (_, row) =>
      Array.from({ length: 20 }, (_each, n) => `lines.${row}.c${n}=1`).join('&'),
    );
    expect(Object.keys(parseUrlEncodedForm(cells.join('&')))).toHaveLength(16_000);
  });
});

describe('a body', () => {
  let server: Server;
  beforeAll(async () => {
    const app = express().use(createBodyReader());
    app.use((request, response) => void response.json(request.body));
    const refuse: express.ErrorRequestHandler = (error: unknown, _request, response, _next) =>
      void response.status(400).send(error instanceof Refused ? error.message : 'unforeseen');
    server = createServer(app.use(refuse)).listen(0);
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const sent = (type: string, body: string) =>
    supertest(server).post('/').set('Content-Type', type).send(Buffer.from(body, 'utf8').toString('utf8'));

  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"; x=1',
    'application/problem+json;charset=us-ascii',
  ])('is read where it is in UTF-8: %s', async (type) => {
    const { status, body } = await sent(type, '{"a":"Ã¤"}');
    expect([status, body]).toEqual([200, { a: 'Ã¤' }]);
  });

  // These bytes could be UTF-8 by chance: “Ã¤” would be “ä”.
  it.each([
    ['application/json; charset=iso-8859-1', '{"a":"Ã¤"}'],
    ['application/json;Charset="windows-1252"', '{"a":1}'],
    ['application/json; x=1; charset=utf-16', '{"a":1}'],
    ['application/x-www-form-urlencoded; charset=iso-8859-1', 'a=1'],
  ])('is refused, not read as something else, where it says that it is not: %s', async (type, body) => {
    const { status, text } = await sent(type, body);
    expect([status, text]).toEqual([400, expect.stringMatching(/an encoding other than UTF-8/)]);
  });
});

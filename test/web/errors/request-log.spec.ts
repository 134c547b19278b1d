import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { readConfiguration } from '#configuration/configuration.js';
import { logRequests } from '#web/errors/server-log.js';

const PERSON = '01900000-0000-7000-8000-00000000c1e4';

/** Behind a proxy on this machine. */
async function lineOf(options: { clients?: boolean }, proxies = ['loopback'], status = 200) {
  let written = '';
  const log = pino(
    { level: 'info', base: undefined },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString();
        done();
      },
    }),
  );
  const app = express();
  app.set('trust proxy', proxies);
  app.use((asked, _response, next) => {
    asked.correlationId = 'c-1';
    next();
  });
  app.use(logRequests(log, options));
  app.use((asked, _response, next) => {
    asked.signedIn = { id: PERSON, name: 'Clara Clerk' } as unknown as typeof asked.signedIn;
    next();
  });
  app.get('/orders', (_asked, response) => void response.status(status).send('x'));
  await request(app)
    .get('/orders?search=secret')
    .set('X-Forwarded-For', '203.0.113.9')
    .set('Authorization', 'Bearer daybook_s3cret')
    .set('Cookie', 'session=s3cret');
  return written;
}

describe('the log of requests', () => {
  it('names no person and no address unless the operator wants it', async () => {
    expect(readConfiguration({}, {}).logClients).toBe(false);
    const line = await lineOf({ clients: readConfiguration({}, {}).logClients });
    expect(line).toContain('"path":"/orders"');
    expect(line).not.toMatch(new RegExp(`${PERSON}|203\\.0\\.113\\.9|127\\.0\\.0\\.1|Clara|secret|s3cret`));
  });

  it.each([200, 500])('with DAYBOOK_LOG_CLIENTS names both, once the answer is over (%i)', async (status) => {
    const { logClients } = readConfiguration({}, { DAYBOOK_LOG_CLIENTS: '1' });
    const written = await lineOf({ clients: logClients }, ['loopback'], status);
    const line = JSON.parse(written) as Readonly<Record<string, unknown>>;
    expect(line).toMatchObject({ person: PERSON, address: '203.0.113.9', res: { status } });
    expect(written.match(/"address":/g)).toHaveLength(1);
    expect(written).not.toMatch(/Clara|secret|s3cret/);
  });

  it('names the proxy itself where that is not one of DAYBOOK_PROXIES', async () => {
    const line = JSON.parse(await lineOf({ clients: true }, ['10.0.0.0/8'])) as { readonly address: string };
    expect(line.address).toMatch(/127\.0\.0\.1|::1/);
  });
});

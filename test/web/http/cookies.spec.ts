// The cookie by which people read their own writes.
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { ResponseCookies } from '#web/http/response-cookies.js';

const COOKIE = 'daybook-seen';

/** The browser's cookie after a write up to a position. */
async function remembered(position: number, sent?: string): Promise<string | undefined> {
  const app = express();
  app.post('/', (_request, response) => {
    new ResponseCookies(false).rememberWritten(response, { position, version: 1, already: false });
    response.end();
  });
  const call = request(app).post('/');
  if (sent !== undefined) call.set('Cookie', `${COOKIE}=${sent}`);
  const [cookie] = (await call).headers['set-cookie'] as unknown as string[];
  return new RegExp(`^${COOKIE}=(\\d+);`).exec(cookie!)?.[1];
}

describe('given a browser that has written', () => {
  it('when it has written nothing before, then its next pages wait for what it wrote', async () => {
    expect(await remembered(7)).toBe('7');
  });

  it('when it writes again, then they wait for the later of both, in whichever order the answers come', async () => {
    expect(await remembered(9, '7')).toBe('9');
    expect(await remembered(7, '9')).toBe('9');
  });

  it.each(['-1', 'soon', '9e99', '99999999999999999999'])(
    'when its cookie is %s, then it counts for nothing',
    async (forged) => {
      expect(await remembered(7, forged)).toBe('7');
    },
  );
});

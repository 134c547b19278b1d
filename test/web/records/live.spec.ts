import { type AddressInfo, connect as connectTo } from 'node:net';
import { get, type IncomingMessage } from 'node:http';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';
import { readUntil } from '../processes/read-until.js';

let shop: ReadingApp;
let ada: SignedInPerson;
let ben: SignedInPerson;
let id: string;

beforeAll(async () => {
  shop = await readingApp();
  await shop.app.listen(0);
  await shop.publish(SHOP_TEXT);
  ada = await shop.person('Ada');
  ben = await shop.person('Ben');
  id = await shop.open(ada, 'Order', { title: 'Paper' });
});

afterAll(() => shop.close());

function connect(by: SignedInPerson): Promise<IncomingMessage> {
  const { port } = shop.app.getHttpServer().address() as AddressInfo;
  const headers = { 'x-person': encodeURIComponent(JSON.stringify(by)), accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    get({ port, path: `/shop/orders/${id}/live`, headers }, resolve).on('error', reject);
  });
}

describe('live news of a record', () => {
  it('say the version at once, and every later one; never what changed', async () => {
    const response = await connect(ada);
    expect(response.headers['content-type']).toContain('text/event-stream');
    const sent = readUntil(response, '"version":3');
    await shop.change(ada, 'Order', id, { title: 'Pens' });
    await shop.comment(ada, 'Order', id, 'Hello');
    expect(await sent).toBe(
      'retry: 5000\ndata: {"version":1}\n\ndata: {"version":2}\n\ndata: {"version":3}\n\n',
    );
    response.destroy();
  });

  it('are not begun for who only asks what would be answered', async () => {
    const asked = Array.from({ length: 31 }, () =>
      supertest(shop.app.getHttpServer())
        .head(`/shop/orders/${id}/live`)
        .set('x-person', encodeURIComponent(JSON.stringify(ada)))
        .timeout(5_000),
    );
    for (const { status, type } of await Promise.all(asked)) {
      expect({ status, type }).toEqual({ status: 200, type: 'text/event-stream' });
    }
  });

  it('are for whom may read the record', async () => {
    const response = await connect(ben);
    expect(response.statusCode).toBe(403);
    response.resume();
  });

  it('are limited for one person, and free again once connections close', async () => {
    const open: IncomingMessage[] = [];
    for (let index = 0; index < 30; index += 1) open.push(await connect(ada));
    expect(open.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const refused = await connect(ada);
    expect(refused.statusCode).toBe(429);
    refused.resume();
    for (const response of open) response.destroy();
    let again = await connect(ada);
    while (again.statusCode !== 200) {
      again.resume();
      again = await connect(ada);
    }
    again.destroy();
  });

  it('of those who leave before they begin are not counted', async () => {
    const { port } = shop.app.getHttpServer().address() as AddressInfo;
    const by = encodeURIComponent(JSON.stringify(ada));
    const leave = () =>
      new Promise<void>((resolve) => {
        const socket = connectTo(port, '127.0.0.1', () => {
          const head = `GET /shop/orders/${id}/live HTTP/1.1\r\nHost: x\r\nx-person: ${by}\r\n\r\n`;
          socket.write(head, () => socket.resetAndDestroy());
        });
        socket.on('error', () => {}).on('close', () => resolve());
      });
    for (let round = 0; round < 40; round += 1) {
      await Promise.all([leave(), leave(), leave()]);
      await shop.get(ada, `/shop/orders/${id}`);
    }
    const response = await connect(ada);
    expect(response.statusCode).toBe(200);
    response.destroy();
  });

  it('end when the server closes', async () => {
    const response = await connect(ada);
    const ended = new Promise((resolve) => response.on('close', resolve));
    response.resume();
    await shop.app.close();
    await ended;
    expect(response.complete).toBe(true);
  });
});

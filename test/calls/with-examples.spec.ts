// The examples' order system, and the one local address that calls may reach because of it.
import { afterEach, describe, expect, it } from '@jest/globals';
import { AddressGuard } from '#outbox/address-guard.js';
import { HttpSender } from '#outbox/http-sender.js';
import {
  startExampleOrderSystem,
  type RunningOrderSystem,
  type ExampleOrderSystemSettings,
} from '#demo/order-system/start-example-order-system.js';
import { parseSecretKey, buildSignedHeaders } from '#command-handling/calls/webhook-signature.js';
import { readConfiguration } from '#configuration/configuration.js';

let orders: RunningOrderSystem | undefined;
const said: string[] = [];

const begin = async (settings: Partial<ExampleOrderSystemSettings> = {}) =>
  (orders = await startExampleOrderSystem(
    {
      configuration: readConfiguration({ demo: true }, {}),
      explainWhyNotLoaded: async () => undefined,
      port: 0,
      ...settings,
    },
    (text) => said.push(text),
  ));

afterEach(async () => {
  await orders?.close();
  orders = undefined;
  said.length = 0;
});

describe('the order system that comes with the examples', () => {
  it('takes orders that are signed with the secret of this start, and says where it is', async () => {
    const { origin, environment } = (await begin())!;
    const body = JSON.stringify({ reference: 'PR-1', total: '5 EUR' });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = buildSignedHeaders(parseSecretKey(environment.ERP_SECRET)!, {
      id: 'm-1',
      timestamp,
      body,
    });
    expect((await fetch(`${origin}/orders`, { method: 'POST', body, headers })).status).toBe(201);
    expect(said).toEqual([`The order system of the examples is at ${origin}/orders`]);
  });

  it('is the only server of this machine that calls reach because of it', async () => {
    const { origin } = (await begin())!;
    const http = new HttpSender(new AddressGuard([]), origin);
    const call = (address: string) =>
      http.send({ method: 'GET', address: new URL(address), headers: {}, timeout: 5_000 });
    expect(await call(`${origin}/orders`)).toMatchObject({ answered: { response: { status: 200 } } });
    for (const other of ['http://127.0.0.1:1/orders', origin.replace('127.0.0.1', '127.0.0.2')])
      expect(await call(other)).toMatchObject({
        failed: { why: expect.stringContaining('private network') },
      });
    await http.close();
  });

  it.each<[string, Partial<ExampleOrderSystemSettings>]>([
    [
      'the examples do not belong into the log',
      { explainWhyNotLoaded: async () => 'a real person is registered' },
    ],
    ['the examples are left out', { configuration: readConfiguration({ demo: false }, {}) }],
    ['calls are off', { configuration: readConfiguration({ demo: true }, { DAYBOOK_CALLS: '0' }) }],
    [
      'they order from another system',
      { configuration: readConfiguration({ demo: true }, { ERP_SECRET: 'whsec_abc' }) },
    ],
  ])('is not started where %s', async (_, settings) => {
    expect(await begin(settings)).toBeUndefined();
    expect(said).toEqual([]);
  });

  it('is left out where its port is taken, which ends nothing and is said', async () => {
    const first = await begin();
    const port = Number(new URL(first!.origin).port);
    expect(await begin({ port })).toBeUndefined();
    expect(said.at(-1)).toContain(
      `The order system of the examples is not started: something else listens on port ${port}.`,
    );
    await first!.close();
  });
});

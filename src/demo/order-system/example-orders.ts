// With the examples comes the order system that they order from, so that an approved request is ordered without a second terminal.
import { randomBytes } from 'node:crypto';
import { parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import type { Configuration } from '#configuration/configuration.js';
import { startOrderSystem } from './order-system.js';

/** As section 9 of the example says: `erpUrl`. */
export const EXAMPLE_PORT = 9900;

export interface ExampleOrders {
  /** The one address of this machine that calls may lead to without being allowed: `http://127.0.0.1:9900`. */
  readonly origin: string;
  /** The secret that both sides share, under the name that the example gives it. */
  readonly environment: { readonly ERP_SECRET: string };
  close(): Promise<void>;
}

export interface ExampleOrdersSettings {
  readonly configuration: Pick<Configuration, 'demo' | 'calls'>;
  /** Why the examples do not belong into this log, as a sentence. */
  readonly whyNot: () => Promise<string | undefined>;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly port?: number;
}

/** undefined: the examples are not here, or order from another system: where ERP_SECRET is set. */
export async function startExampleOrders(
  { configuration, whyNot, environment = process.env, port = EXAMPLE_PORT }: ExampleOrdersSettings,
  say: (text: string) => void,
): Promise<ExampleOrders | undefined> {
  const isWanted = configuration.demo && configuration.calls.on && !environment['ERP_SECRET'];
  if (!isWanted || (await whyNot()) !== undefined) return undefined;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  try {
    const { url, close } = await startOrderSystem({ port, key: parseSecretKey(secret)! });
    say(`The order system of the examples is at ${url}/orders`);
    return { origin: url, environment: { ERP_SECRET: secret }, close };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `something else listens on port ${port}` : message;
    say(`The order system of the examples is not started: ${why}. What is approved there is not ordered.`);
    return undefined;
  }
}

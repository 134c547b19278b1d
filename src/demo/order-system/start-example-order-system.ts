// Runs with the examples, so that approved requests are ordered without a second terminal.
import { randomBytes } from 'node:crypto';
import { parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import type { Configuration } from '#configuration/configuration.js';
import { startOrderSystemServer } from './order-system-server.js';

/** `erpUrl` in section 9 of the example. */
export const ORDER_SYSTEM_PORT = 9900;

export interface RunningOrderSystem {
  /** `http://127.0.0.1:9900`, the one local address calls may reach without permission. */
  readonly origin: string;
  /** Signing secret shared by both sides. */
  readonly environment: { readonly ERP_SECRET: string };
  close(): Promise<void>;
}

export interface ExampleOrderSystemSettings {
  readonly configuration: Pick<Configuration, 'calls' | 'demo' | 'environment'>;
  /** A sentence; undefined: the examples belong to this log. */
  readonly explainWhyNotLoaded: () => Promise<string | undefined>;
  readonly port?: number;
}

/** undefined: no examples, or ERP_SECRET names another system. */
export async function startExampleOrderSystem(
  { configuration, explainWhyNotLoaded, port = ORDER_SYSTEM_PORT }: ExampleOrderSystemSettings,
  say: (text: string) => void,
): Promise<RunningOrderSystem | undefined> {
  const { demo, calls, environment } = configuration;
  const isWanted = demo && calls.on && !environment['ERP_SECRET'];
  if (!isWanted || (await explainWhyNotLoaded()) !== undefined) return undefined;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  try {
    const { url, close } = await startOrderSystemServer({ port, key: parseSecretKey(secret)! });
    say(`The order system of the examples is at ${url}/orders`);
    return { origin: url, environment: { ERP_SECRET: secret }, close };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? `something else listens on port ${port}` : message;
    say(`The order system of the examples is not started: ${why}. What is approved there is not ordered.`);
    return undefined;
  }
}

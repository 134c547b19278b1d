// Receives the orders of the example “purchase requests”.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Command, InvalidArgumentError } from 'commander';
import { parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import { ORDER_SYSTEM_PORT } from '../demo/order-system/start-example-order-system.js';
import { CliUsageError } from './cli-usage-error.js';
import { prepareShutdown } from '../platform/shutdown.js';

/** Of private networks, loopback only. */
const HERE = '127.0.0.1/32';

export function exampleOrderSystemCommand(): Command {
  return new Command('order-system')
    .option('--port <port>', 'on 127.0.0.1; the example asks 9900', asPort, ORDER_SYSTEM_PORT)
    .action(async ({ port }: { readonly port: number }) => {
      const secret = process.env['ERP_SECRET'] ?? `whsec_${randomBytes(32).toString('base64')}`;
      const key = parseSecretKey(secret);
      if (!key)
        throw new CliUsageError(
          'ERP_SECRET is not a valid secret: write `whsec_` and 24 to 64 bytes in base64, or leave it out.',
        );
      const { startOrderSystemServer } = await import('../demo/order-system/order-system-server.js');
      const say = (words: string) => void process.stdout.write(`${words}\n`);
      const system = await startOrderSystemServer({ port, key }, say).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EADDRINUSE') throw error;
          throw new CliUsageError(`something else listens on port ${port}; --port takes another one`);
        },
      );
      const stopped = once(prepareShutdown({ code: 0 }).signal, 'abort');
      say(
        `The order system is at ${system.url}/orders. It is busy now and then: orders come again.\n` +
          'So that orders reach it, start Daybook in another terminal with these in the environment, and end it first where it runs:\n' +
          `  ERP_SECRET=${secret}\n  DAYBOOK_CALLS_ALLOW=${HERE}\n` +
          'In most shells that is one line:\n' +
          `  ERP_SECRET=${secret} DAYBOOK_CALLS_ALLOW=${HERE} npm start`,
      );
      await stopped;
      await system.close();
    });
}

function asPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

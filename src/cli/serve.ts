// What `daybook serve` does: opens the installation, listens, tells where, loads the examples, and ends in order.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../app.module.js';
import type { Configuration } from '../configuration.js';
import { FirstAdmin } from '../identity/first-admin.js';
import { openInstallation, type Installation } from '../installation.js';
import { loadExamples } from './demo/load-examples.js';
import { atWork } from './with-commands.js';

export interface Serving {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly installation: Installation;
  close(): Promise<void>;
}

/** Listens; resolves as soon as pages are served. */
export async function listen(configuration: Configuration): Promise<Serving> {
  const installation = await openInstallation(configuration);
  try {
    const app = await createApp(installation);
    const server = await app.listen(configuration.port, configuration.host);
    const { port } = (server as { address(): AddressInfo }).address();
    return {
      url: `http://${inUrl(configuration.host)}:${port}`,
      app,
      installation,
      async close() {
        await app.close();
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host);

/** Serves until the process is told to end. */
export async function serve(configuration: Configuration): Promise<void> {
  const say = (text: string) => process.stdout.write(text + '\n');
  const serving = await listen(configuration);
  say(`Daybook is at ${serving.url}`);
  say(`It keeps everything in ${configuration.data}`);
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const link = await serving.app.get(FirstAdmin).link();
  if (link) say(`Nobody is admin yet. This link makes the first one, once:\n  ${serving.url}${link}`);
  if (configuration.demo) await Promise.race([ended, examples(serving, say)]);
  await ended;
  say('Daybook is ending.');
  await serving.close();
}

/** Pages are served meanwhile. Trouble with the examples is told, and ends nothing. */
async function examples({ installation, app }: Serving, say: (text: string) => void): Promise<void> {
  try {
    await loadExamples(atWork(installation, app.get(CommandBus)), say);
  } catch (error) {
    say(`The examples could not be loaded whole: ${(error as Error).message}`);
  }
}

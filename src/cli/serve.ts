// What `daybook serve` does: opens the installation, listens, tells where, loads the examples, and ends in order.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../app.module.js';
import { WritingPorts } from '../command-handling/writing-ports.js';
import type { Configuration } from '../configuration.js';
import { FirstAdmin } from '../identity/first-admin.js';
import { openInstallation, type Installation } from '../installation.js';
import { loadExamples } from './demo/load-examples.js';
import { explainLostNumbers } from './explain-lost-numbers.js';
import { atWork, caughtUp } from './with-commands.js';

export interface Serving {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly installation: Installation;
  close(): Promise<void>;
}

type Say = (text: string) => void;

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
  const told = toldToEnd();
  const say: Say = (text) => {
    if (!told.yes) process.stdout.write(text + '\n');
  };
  const serving = await listen(configuration);
  say(`Daybook is at ${serving.url}`);
  say(`It keeps everything in ${configuration.data}`);
  for (const name of serving.installation.rebuilding)
    say(`The read model ${name} was damaged. It is built again from the log; pages fill as it goes.`);
  const stop = explainLostNumbers(serving.app.get(WritingPorts), say);
  await Promise.race([told.when, prepare(serving, say)]);
  await told.when;
  process.stdout.write('Daybook is ending.\n');
  stop();
  await serving.close();
}

/** The first signal ends it in order; the second one at once, as nobody listens any more. */
function toldToEnd(): { readonly yes: boolean; readonly when: Promise<unknown> } {
  let yes = false;
  const when = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => (yes = true));
  return {
    get yes() {
      return yes;
    },
    when,
  };
}

/** What comes after the first pages are served. Trouble with it is told, and ends nothing. */
async function prepare({ installation, app, url }: Serving, say: Say): Promise<void> {
  try {
    // Whether there is an admin is known once the log was read.
    await caughtUp(installation);
    const link = await app.get(FirstAdmin).link();
    if (link) say(`Nobody is admin yet. This link makes the first one, once:\n  ${url}${link}`);
  } catch (error) {
    say(`Whether anybody is admin could not be found out: ${(error as Error).message}`);
  }
  if (!installation.configuration.demo) return;
  try {
    await loadExamples(atWork(installation, app.get(CommandBus)), say);
  } catch (error) {
    say(`The examples could not be loaded whole: ${(error as Error).message}`);
  }
}

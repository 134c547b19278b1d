import { once } from 'node:events';
import { describeTooOpenPermissions } from '../installation/data-folder.js';
import type { AnnounceToOperator } from '../platform/announce-to-operator.js';
import { prepareShutdown } from '../platform/shutdown.js';
import { describeServing } from '../start-up/describe-serving.js';
import { Command } from 'commander';
import {
  readConfiguration,
  type CommandLineOptions,
  type Configuration,
} from '../configuration/configuration.js';

export function serveCommand(): Command {
  return new Command('serve')
    .option('-p, --port <port>', 'port to listen on (DAYBOOK_PORT, 3000)')
    .option('--host <host>', 'address to listen on (DAYBOOK_HOST, 127.0.0.1)')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .option(
      '--only <half>',
      'web or projections: one half of the work, beside other processes (DAYBOOK_ONLY)',
    )
    .option('--no-demo', 'without the example applications and their people')
    .action(async (options: CommandLineOptions & { demo: boolean }, command: Command) => {
      await serve(readConfiguration({ ...options, serves: true }), command.parent?.version());
    });
}

async function serve(configuration: Configuration, version: string | undefined): Promise<void> {
  const end = endSignal();
  const announce: AnnounceToOperator = (text) => {
    if (!end.isRequested) process.stdout.write(text + '\n');
  };
  const serveLog = async (at: Configuration) => serveOneLog(at, version, { end, announce });
  let port = await serveLog(configuration);
  // A replaced log needs a new server without state of the old one.
  while (!end.isRequested) port = await serveLog({ ...configuration, port });
}

/** Returns the port, once the process must end or read models belong to a replacement log. */
async function serveOneLog(
  configuration: Configuration,
  version: string | undefined,
  { end, announce }: { readonly end: EndSignal; readonly announce: AnnounceToOperator },
): Promise<number> {
  const { startServer } = await import('../server.js');
  const server = await startServer(configuration, announce, version);
  const { installation } = server;
  announce(await describeServing(installation, server));
  installation.healthIssues.onRaised(({ adminMessage }) => announce(adminMessage));
  const { openToOthers, log } = installation;
  if (openToOthers.length > 0) announce(describeTooOpenPermissions(openToOthers));
  server.startBackground();
  const ending = new AbortController();
  try {
    await Promise.race([end.requested, log.waitUntilMatching(ending.signal), server.failed]);
  } catch (error) {
    await server.close();
    throw error;
  } finally {
    ending.abort();
  }
  const { requiresExit } = log;
  if (requiresExit && !end.isRequested)
    announce('The read models are of the log that is there now. Daybook ends, to be started again.');
  if (end.isRequested) process.stdout.write('Daybook is ending.\n');
  await server.close();
  // At a regular end, Node would close the old database file, which writes into its replacement.
  if (requiresExit) process.exit(end.isRequested ? 0 : 1);
  return server.port;
}

interface EndSignal {
  readonly isRequested: boolean;
  readonly requested: Promise<unknown>;
}

/** The first signal shuts down gracefully, the second at once. */
function endSignal(): EndSignal {
  const { signal } = prepareShutdown({ code: 0 });
  return {
    get isRequested() {
      return signal.aborted;
    },
    requested: once(signal, 'abort'),
  };
}

// Serves until the process is signalled to end, and prints what the server announces.
import { once } from 'node:events';
import type { Configuration } from '../configuration/configuration.js';
import { describeOpenPermissions } from '../installation/data-folder.js';
import type { Announce } from '../platform/announce.js';
import { prepareShutdown } from '../platform/shutdown.js';
import { startServer } from '../server.js';
import { describeServing } from '../start-up/describe-serving.js';

export async function serve(configuration: Configuration): Promise<void> {
  const end = endSignal();
  const announce: Announce = (text) => {
    if (!end.isRequested) process.stdout.write(text + '\n');
  };
  let port = await serveOneLog(configuration, end, announce);
  // A new server: nothing that is remembered of the log before may stay, such as numbers, people and specifications.
  while (!end.isRequested) port = await serveOneLog({ ...configuration, port }, end, announce);
}

/** Until the process is signalled to end, or the read models are of another log that took the place of the one before. Returns the port. */
async function serveOneLog(
  configuration: Configuration,
  end: EndSignal,
  announce: Announce,
): Promise<number> {
  const server = await startServer(configuration, announce);
  const { installation } = server;
  announce(await describeServing(installation, server));
  installation.healthIssues.onRaised(({ adminMessage }) => announce(adminMessage));
  const { openToOthers, log } = installation;
  if (openToOthers.length > 0) announce(describeOpenPermissions(openToOthers));
  server.startBackground();
  const ending = new AbortController();
  await Promise.race([end.requested, log.whenRight(ending.signal)]);
  ending.abort();
  const { mustEnd } = log;
  if (mustEnd && !end.isRequested)
    announce('The read models are of the log that is there now. Daybook ends, to be started again.');
  if (end.isRequested) process.stdout.write('Daybook is ending.\n');
  await server.close();
  // The file of the log before stays open on purpose: closing it would write into the one that took its place.
  if (mustEnd) process.exit(end.isRequested ? 0 : 1);
  return server.port;
}

interface EndSignal {
  readonly isRequested: boolean;
  readonly requested: Promise<unknown>;
}

/** The first signal ends the server in order, the second one at once. */
function endSignal(): EndSignal {
  const { signal } = prepareShutdown({ code: 0 });
  return {
    get isRequested() {
      return signal.aborted;
    },
    requested: once(signal, 'abort'),
  };
}

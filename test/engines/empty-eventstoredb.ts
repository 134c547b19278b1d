// An empty EventStoreDB: a small one, or a real one where DAYBOOK_TEST_NEW_EVENTSTOREDB is a command that starts one, prints its address on a line, and ends it on SIGTERM.
import { it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openTcpProxy } from './tcp-proxy.js';
import {
  startEventStoreDb,
  type EventStoreDbServer,
  type EventStoreDbSettings,
} from './eventstoredb/start-eventstoredb.js';

const COMMAND = process.env.DAYBOOK_TEST_NEW_EVENTSTOREDB;

/** What every EventStoreDB can do; faults and the log need `small`, see `itWithFaults`. */
export interface NewEventStoreDb {
  /** As in DAYBOOK_EVENTS. */
  readonly url: string;
  /** undefined: a real server. */
  readonly small: EventStoreDbServer | undefined;
  /** Cuts and refuses connections; the log stays. */
  vanish(): Promise<void>;
  /** At the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** undefined: none is configured. */
export const realEventStoreDb = async (): Promise<NewEventStoreDb | undefined> =>
  COMMAND ? startReal(COMMAND) : undefined;

/** Named as skipped on real servers. */
export const itWithFaults = COMMAND ? it.skip : it;
if (COMMAND)
  console.info(
    'Not here: what asks a small EventStoreDB for faults. DAYBOOK_TEST_NEW_EVENTSTOREDB starts a real one.',
  );

export async function newEventStoreDb(settings: EventStoreDbSettings = {}): Promise<NewEventStoreDb> {
  if (COMMAND) return startReal(COMMAND);
  const small = await startEventStoreDb(settings);
  const { url, vanish, comeBack, stop } = small;
  return { url, small, vanish, comeBack, stop };
}

async function startReal(command: string): Promise<NewEventStoreDb> {
  const server = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const { value: url } = (await lines.next()) as { value?: string };
  const [, port] = /:(\d+)(?:[/?]|$)/.exec(url?.split('@').at(-1) ?? '') ?? [];
  if (!url || !port) throw new Error(`${command} has not printed the address of an EventStoreDB: ${url}`);
  // Behind a proxy, it can become unavailable and return as a small one does.
  const door = await openTcpProxy(Number(port));
  return {
    url: url.replace(/\/\/([^/?]*@)?[^/?]+/, (_, name = '') => `//${name}127.0.0.1:${door.port}`),
    small: undefined,
    vanish: () => door.shut(),
    comeBack: () => door.reopen(),
    async stop() {
      await door.shut();
      // A test may have stopped it already.
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      process.kill(-server.pid!, 'SIGTERM');
      await ended;
    },
  };
}

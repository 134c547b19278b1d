// A new and empty EventStoreDB for a journey: a small one, or a real one where DAYBOOK_TEST_NEW_EVENTSTOREDB is a command that
// starts one, prints its address on a line of its own, and ends it when it is told to (SIGTERM).
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

/**
 * What every EventStoreDB can do. Whatever asks faults of a small one, or reads its own log, asks for `small`, and is left out
 * where there is none: `itWithFaults`.
 */
export interface NewEventStoreDb {
  /** As in DAYBOOK_EVENTS. */
  readonly url: string;
  /** undefined: it is a real one. */
  readonly small: EventStoreDbServer | undefined;
  /** Nobody gets in any more, and whoever is in is cut off; the log stays. */
  vanish(): Promise<void>;
  /** At the same address. */
  comeBack(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

/** A real one in place of a small one in a process of its own; undefined: none is to be had. */
export const realEventStoreDb = async (): Promise<NewEventStoreDb | undefined> =>
  COMMAND ? startReal(COMMAND) : undefined;

/** For tests that need a small server's faults or its log; where servers are real, they are named as skipped. */
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
  // Behind a door, it can go away and come back as a small one does.
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

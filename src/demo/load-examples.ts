// At the start with examples: loads what is missing of them, while pages are served already.
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import type { Lookups } from '../ports/lookups.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { EventStore } from '#event-store/event-store.js';
import { InstallationModule } from '#installation/installation.module.js';
import type { Installation } from '#installation/installation.js';
import { withCount } from '#platform/with-count.js';
import { specificationsFolder } from './demo-data.js';
import { findLogOrigin } from './example-access.js';
import { loadDemo, type DemoHandlers } from './load-demo.js';
import { waitUntilCaughtUp } from '#installation/caught-up.js';

/** Appends that share a transaction. Servers keep no order between appends that are under way at the same time. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

/** Returns whether anything was missing. `onProgress`: what share of it is there, from 0 to 1. */
export async function loadExamples(
  installation: Installation,
  bus: CommandBus,
  say: (text: string) => void,
  onProgress: (share: number) => void,
): Promise<boolean> {
  const { store, configuration, clock } = installation;
  if ((await findLogOrigin(store)) === 'other')
    throw new Error('this log was not begun by the examples, which are never added to one that is in use');
  const started = performance.now();
  const { loaded, done, unsent } = await loadDemo(
    {
      ...{
        store,
        dispatch: async (command) => bus.execute(command),
        settled: async () => waitUntilCaughtUp(installation),
        together: TOGETHER[configuration.events.engine],
      },
      handlersOver: async (staged) => handlersOver(installation, staged),
    },
    specificationsFolder(),
    clock(),
    (done, total) => onProgress(done / total),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const silent =
    unsent === 0 ? '' : ` ${withCount(unsent, 'call or mail', 'calls and mails')} of their past not sent.`;
  if (loaded) say(`The examples are loaded: ${done} commands in ${seconds} s.${silent}`);
  return loaded;
}

async function handlersOver(installation: Installation, store: EventStore): Promise<DemoHandlers> {
  const lookups = lookupsInLog(installation.lookups);
  const context = await NestFactory.createApplicationContext(
    {
      module: CommandHandlingModule,
      imports: [InstallationModule.of({ ...installation, store, lookups })],
    },
    { logger: false, abortOnError: false },
  );
  const bus = context.get(CommandBus);
  return {
    ports: context.get(CommandDependencies),
    dispatch: async (command) => bus.execute(command),
    close: () => context.close(),
  };
}

/** Handlers look into the log for what read models do not know: there, what was decided a moment ago is known already. */
function lookupsInLog(lookups: Lookups): Lookups {
  let workers: ReturnType<Lookups['workers']> | undefined;
  const none = async () => new Set<string>();
  return {
    ...lookups,
    person: async () => undefined,
    existingRecords: none,
    existingPeople: none,
    availablePeople: none,
    existsAny: async () => false,
    workers: () => (workers ??= lookups.workers()),
  };
}

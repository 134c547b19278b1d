// Loads missing examples while pages are already served.
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import type { Lookups } from '../ports/lookups.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { EventStore } from '#event-store/event-store.js';
import { PortsModule } from '#installation/ports.module.js';
import type { Installation } from '#installation/installation.js';
import { formatCount } from '#platform/format-count.js';
import { findSpecificationsFolder } from './demo-data.js';
import { findLogOrigin } from './example-access.js';
import { loadDemo, type DemoHandlers } from './load-demo.js';
import { waitUntilProjectionsCaughtUp } from '#installation/wait-until-projections-caught-up.js';

/** Appends per transaction; EventStoreDB keeps no order between concurrent appends. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

/** Returns whether anything was missing. `onProgress`: 0 to 1. */
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
        waitForProjections: async () => waitUntilProjectionsCaughtUp(installation),
        maxConcurrentAppends: TOGETHER[configuration.events.engine],
      },
      createHandlersOver: async (staged) => createHandlersOver(installation, staged),
    },
    findSpecificationsFolder(),
    clock(),
    (done, total) => onProgress(done / total),
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const silent =
    unsent === 0 ? '' : ` ${formatCount(unsent, 'call or mail', 'calls and mails')} of their past not sent.`;
  if (loaded) say(`The examples are loaded: ${done} commands in ${seconds} s.${silent}`);
  return loaded;
}

async function createHandlersOver(installation: Installation, store: EventStore): Promise<DemoHandlers> {
  const lookups = lookupsInLog(installation.lookups);
  const context = await NestFactory.createApplicationContext(
    {
      module: CommandHandlingModule,
      imports: [PortsModule.forRoot({ ...installation, store, lookups })],
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

/** Answers from the staged log what read models do not have yet. */
function lookupsInLog(lookups: Lookups): Lookups {
  let workers: ReturnType<Lookups['listWorkers']> | undefined;
  const none = async () => new Set<string>();
  return {
    ...lookups,
    findPerson: async () => undefined,
    findExistingRecords: none,
    findExistingPeople: none,
    findAvailablePeople: none,
    existsAny: async () => false,
    listWorkers: () => (workers ??= lookups.listWorkers()),
  };
}

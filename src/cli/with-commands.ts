// For commands of the command line that change something: the same handlers as behind the web, in this process.
import { NestFactory } from '@nestjs/core';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { configure, type Options } from '../configuration.js';
import type { Written } from '../domain/command.js';
import { InstallationModule } from '../installation.module.js';
import { openInstallation, type Installation } from '../installation.js';

export interface AtWork {
  readonly installation: Installation;
  send(command: ICommand): Promise<Written>;
  /** Returns once look-ups have seen everything up to this position. */
  settled(position: number): Promise<void>;
}

export async function withCommands<Result>(
  options: Options,
  work: (atWork: AtWork) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation(configure(options));
  try {
    await caughtUp(installation);
    const context = await NestFactory.createApplicationContext(
      { module: CommandHandlingModule, imports: [InstallationModule.of(installation)] },
      { logger: false, abortOnError: false },
    );
    try {
      const result = await work(atWork(installation, context.get(CommandBus)));
      // Nobody may be serving who would do it later: what was written is seen by whoever looks next.
      await caughtUp(installation);
      return result;
    } finally {
      await context.close();
    }
  } finally {
    await installation.close();
  }
}

const PATIENCE = 10_000;

/** Commands ask read models who and what there is: after an upgrade or a restored backup these may be far behind. */
export async function caughtUp({ store, projections }: Installation): Promise<void> {
  const head = await store.head();
  while (!(await projections.waitFor(head, PATIENCE))) {
    // One that has failed does not come; what asks it is refused, and what does not ask it need not wait.
    if ((await projections.health()).some(({ state }) => state === 'failed')) return;
  }
}

export function atWork(installation: Installation, bus: CommandBus): AtWork {
  return {
    installation,
    send: async (command) => bus.execute<ICommand, Written>(command),
    settled: async (position) => {
      await installation.projections.waitFor(position, PATIENCE);
    },
  };
}

// For commands of the command line that change something: the same handlers as behind the web, in this process.
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { configure, type CommandLine } from '../configuration/configuration.js';
import type { Command, CommandContext } from '../domain/command.js';
import { InstallationModule } from '../installation/installation.module.js';
import { waitUntilCaughtUp } from '../installation/caught-up.js';
import { openInstallation, type Installation } from '../installation/installation.js';
import { operatorContext } from './operator.js';

export interface RunningInstallation {
  readonly installation: Installation;
  /** Context of the acting person, with a new command id each time. Throws `CliUsageError` if `--as` names no person. */
  context(): Promise<CommandContext>;
  send<Answer>(command: Command<unknown, Answer>): Promise<Answer>;
  /** Returns once look-ups have seen everything up to this position. */
  settled(position: number): Promise<void>;
}

export async function withCommands<Result>(
  options: CommandLine,
  work: (atWork: RunningInstallation) => Promise<Result>,
  environment = process.env,
): Promise<Result> {
  // Also in a container that only serves pages: where nobody builds the read models, this process does while it works.
  const installation = await openInstallation({ ...configure(options, environment), only: undefined });
  return withInstallation(installation, async (atWork) => {
    await waitUntilCaughtUp(installation);
    const result = await work(atWork);
    // Nobody may be serving who would do it later: what was written is seen by whoever looks next.
    await waitUntilCaughtUp(installation);
    return result;
  });
}

/** For what is decided about read models while this process builds or switches them itself: here nothing else builds them. */
export async function withCommandsOnly<Result>(
  options: CommandLine,
  work: (atWork: RunningInstallation) => Promise<Result>,
  { acceptsLog = false }: { readonly acceptsLog?: boolean } = {},
): Promise<Result> {
  const configuration = { ...configure(options), only: 'web' } as const;
  return withInstallation(await openInstallation(configuration, undefined, { acceptsLog }), work);
}

async function withInstallation<Result>(
  installation: Installation,
  work: (atWork: RunningInstallation) => Promise<Result>,
): Promise<Result> {
  try {
    const context = await NestFactory.createApplicationContext(
      { module: CommandHandlingModule, imports: [InstallationModule.of(installation)] },
      { logger: false, abortOnError: false },
    );
    try {
      return await work(atWork(installation, context.get(CommandBus)));
    } finally {
      await context.close();
    }
  } finally {
    await installation.close();
  }
}

const SETTLE_TIMEOUT_MS = 10_000;

function atWork(installation: Installation, bus: CommandBus): RunningInstallation {
  return {
    installation,
    async context() {
      const { configuration, personal, projections } = installation;
      const people = createPeopleReadModel(projections);
      return { ...(await operatorContext(configuration.as, { people, personal })), commandId: uuid() };
    },
    send: async (command) => bus.execute(command),
    settled: async (position) => {
      await installation.projections.waitFor(position, SETTLE_TIMEOUT_MS);
    },
  };
}

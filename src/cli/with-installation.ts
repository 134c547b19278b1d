// The same handlers as behind the web, in this process.
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { readConfiguration, type CommandLineOptions } from '../configuration/configuration.js';
import type { Command, CommandContext } from '../domain/command.js';
import { PortsModule } from '../installation/ports.module.js';
import { waitUntilProjectionsCaughtUp } from '../installation/wait-until-projections-caught-up.js';
import { openInstallation, type Installation } from '../installation/installation.js';
import { resolveOperatorContext } from './operator-context.js';

export interface RunningInstallation {
  readonly installation: Installation;
  /** A new command id per call. Throws `CliUsageError`. */
  context(): Promise<CommandContext>;
  send<Answer>(command: Command<unknown, Answer>): Promise<Answer>;
  /** Resolves once look-ups have reached the position. */
  waitForProjections(position: number): Promise<void>;
}

export async function withCaughtUpInstallation<Result>(
  options: CommandLineOptions,
  work: (atWork: RunningInstallation) => Promise<Result>,
  environment = process.env,
): Promise<Result> {
  // Builds read models where no other process does, also in web-only containers.
  const installation = await openInstallation({
    ...readConfiguration(options, environment),
    only: undefined,
  });
  return withInstallation(installation, async (atWork) => {
    await waitUntilProjectionsCaughtUp(installation);
    const result = await work(atWork);
    // No server may run that would build read models later.
    await waitUntilProjectionsCaughtUp(installation);
    return result;
  });
}

/** For decisions about read models that this process builds itself. */
export async function withInstallationWithoutProjector<Result>(
  options: CommandLineOptions,
  work: (atWork: RunningInstallation) => Promise<Result>,
  { acceptsLog = false }: { readonly acceptsLog?: boolean } = {},
): Promise<Result> {
  const configuration = { ...readConfiguration(options), only: 'web' } as const;
  return withInstallation(await openInstallation(configuration, undefined, { acceptsLog }), work);
}

async function withInstallation<Result>(
  installation: Installation,
  work: (atWork: RunningInstallation) => Promise<Result>,
): Promise<Result> {
  try {
    const context = await NestFactory.createApplicationContext(
      { module: CommandHandlingModule, imports: [PortsModule.forRoot(installation)] },
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
      return { ...(await resolveOperatorContext(configuration.as, { people, personal })), commandId: uuid() };
    },
    send: async (command) => bus.execute(command),
    waitForProjections: async (position) => {
      await installation.projections.waitFor(position, SETTLE_TIMEOUT_MS);
    },
  };
}

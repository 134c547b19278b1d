// A Daybook without pages in this process, of a document of the bench: commands are sent to it, and what acts by itself is started by whoever measures.
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { CommandHandlingModule } from '../src/command-handling/command-handling.module.js';
import { sendCommand } from '../src/command-handling/send-command.js';
import type { Command } from '../src/domain/command.js';
import type { Clock } from '#ports/clock.js';
import { CommandDependencies } from '../src/command-handling/pipeline/command-dependencies.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { PortsModule } from '../src/installation/ports.module.js';
import { openInstallation, type Installation } from '../src/installation/installation.js';
import { configurationOf, createMeasurementFolder } from './measurement-folder.js';

export interface DaybookWithoutPages {
  readonly installation: Installation;
  readonly ports: CommandDependencies;
  readonly bus: CommandBus;
  send(command: Command<unknown>): Promise<unknown>;
  /** Publishes a document of this folder. */
  publish(name: string, replaced?: readonly [what: string, by: string]): Promise<void>;
  /** Returns once read models have seen everything. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** `kept`: a folder that stays. */
export async function runWithoutPages(clock?: Clock, kept?: string): Promise<DaybookWithoutPages> {
  const folder = kept ?? createMeasurementFolder();
  const installation = await openInstallation(configurationOf(folder), clock);
  const module = { module: CommandHandlingModule, imports: [PortsModule.forRoot(installation)] };
  const context = await NestFactory.createApplicationContext(module, { logger: false });
  const bus = context.get(CommandBus);
  const settled = async () => {
    await installation.projections.waitFor(await installation.store.head(), 600_000);
  };
  return {
    installation,
    bus,
    settled,
    ports: context.get(CommandDependencies),
    send: (command) => sendCommand(bus, command),
    async publish(name, [what, instead] = ['', '']) {
      // The sources of dist/bench stand in bench.
      const text = await readFile(new URL(`../../bench/${name}`, import.meta.url), 'utf8');
      const published = { text: text.replace(what, instead), context: contextOf('system') };
      await sendCommand(bus, new PublishSpecification(published));
      await settled();
    },
    async close() {
      await context.close();
      await installation.close();
      if (kept === undefined) rmSync(folder, { recursive: true });
    },
  };
}

export const contextOf = (actor: string) => ({ actor, commandId: uuid() });

/** So many at once, each taking the next. */
export async function inTurn<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of left) await work(item, index);
    }),
  );
}

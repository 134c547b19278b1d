import type { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { assertLogExists } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import type { RunningInstallation } from './with-installation.js';

export interface AdministrationOptions {
  readonly as?: string;
  readonly data?: string;
}

const DATA_OPTION = ['--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)'] as const;

export async function runAndPrintResult(
  options: AdministrationOptions,
  run: (work: RunningInstallation) => Promise<string>,
): Promise<void> {
  assertLogExists(readConfiguration(options));
  const { withCaughtUpInstallation } = await import('./with-installation.js');
  await withCaughtUpInstallation(options, async (work) => {
    process.stdout.write(await run(work));
  });
}

interface AdministrationList<Listed> {
  readonly description: string;
  readonly read: (work: RunningInstallation) => Promise<Listed>;
  readonly describe: (listed: Listed) => string;
}

/** `list` also runs without a subcommand. */
export function addListSubcommand<Listed>(
  command: Command,
  { description, read, describe }: AdministrationList<Listed>,
): void {
  command
    .command('list', { isDefault: true })
    .description(description)
    .option('--json', 'as JSON')
    .option(...DATA_OPTION)
    // Unknown subcommands arrive as excess arguments.
    .allowExcessArguments()
    .action(async (options: AdministrationOptions & { json?: boolean }, list: Command) => {
      const [unknown] = list.args;
      const names = command.commands.map((each) => each.name()).join(', ');
      if (unknown !== undefined)
        list.error(`error: there is no daybook ${command.name()} ${unknown}. There are: ${names}`);
      await runAndPrintResult(options, async (work) => {
        const listed = await read(work);
        return options.json ? `${JSON.stringify(listed, null, 2)}\n` : describe(listed);
      });
    });
}

/** Subcommands that change something. */
export const addWritingSubcommand = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .option(...AS_OPTION)
    .option(...DATA_OPTION);

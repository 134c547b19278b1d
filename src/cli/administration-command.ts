// What commands share whose list shows what admins have to decide about, and whose other subcommands decide it.
import type { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { requireLog } from './require-log.js';
import { AS_OPTION } from './operator.js';
import type { RunningInstallation } from './with-commands.js';

export interface AdministrationOptions {
  readonly as?: string;
  readonly data?: string;
}

/** Opens the log, and prints the text that the callback returns. */
type PrintResult<Module> = (
  options: AdministrationOptions,
  run: (work: RunningInstallation, module: Module) => Promise<string>,
) => Promise<void>;

const DATA_OPTION = ['--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)'] as const;

/** `load`: imports what the subcommands need, once one of them runs. */
export const printerOf =
  <Module>(load: () => Promise<Module>): PrintResult<Module> =>
  async (options, run) => {
    requireLog(configure(options));
    const module = await load();
    const { withCommands } = await import('./with-commands.js');
    await withCommands(options, async (work) => {
      process.stdout.write(await run(work, module));
    });
  };

interface AdministrationList<Module, Listed> {
  readonly description: string;
  readonly print: PrintResult<Module>;
  readonly read: (work: RunningInstallation, module: Module) => Promise<Listed>;
  readonly describe: (listed: Listed, module: Module) => string;
}

/** Adds `list`, which also runs where no subcommand is named. */
export function addList<Module, Listed>(
  command: Command,
  { description, print, read, describe }: AdministrationList<Module, Listed>,
): void {
  command
    .command('list', { isDefault: true })
    .description(description)
    .option('--json', 'as JSON')
    .option(...DATA_OPTION)
    // The name of an unknown subcommand arrives here as an excess argument.
    .allowExcessArguments()
    .action(async (options: AdministrationOptions & { json?: boolean }, list: Command) => {
      const [unknown] = list.args;
      const names = command.commands.map((each) => each.name()).join(', ');
      if (unknown !== undefined)
        list.error(`error: there is no daybook ${command.name()} ${unknown}. There are: ${names}`);
      await print(options, async (work, module) => {
        const listed = await read(work, module);
        return options.json ? `${JSON.stringify(listed, null, 2)}\n` : describe(listed, module);
      });
    });
}

/** Adds a subcommand that changes something. */
export const addDecision = (command: Command, name: string, description: string): Command =>
  command
    .command(name)
    .description(description)
    .option(...AS_OPTION)
    .option(...DATA_OPTION);

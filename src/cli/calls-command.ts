// `daybook calls`: calls and mails that something is still to be done about, and what is decided about them. Sends nothing itself.
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { mustHaveLog } from './existing-log.js';
import { AS_OPTION } from './operator.js';
import type * as Calls from './waiting-calls.js';
import type { RunningInstallation } from './with-commands.js';

interface Options {
  readonly as?: string;
  readonly data?: string;
}

const DATA = ['--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)'] as const;

export function callsCommand(): Command {
  const command = new Command('calls').description(
    'List calls and mails that wait, failed or were given up, have one tried again, or give one up.',
  );
  command
    .command('list', { isDefault: true })
    .description('list them')
    .option('--json', 'as JSON')
    .option(...DATA)
    // What is no command of ours arrives here, since this is what is meant where none is named.
    .allowExcessArguments()
    .action(async (options: Options & { json?: boolean }, list: Command) => {
      const [unknown] = list.args;
      if (unknown !== undefined)
        list.error(`error: there is no daybook calls ${unknown}. There are: ${namesOf(command)}`);
      await working(options, async (work, { everyCall, describeWaitingCalls }) => {
        const all = await everyCall(work);
        process.stdout.write(options.json ? JSON.stringify(all, null, 2) + '\n' : describeWaitingCalls(all));
      });
    });
  command
    .command('retry')
    .description('have it tried again at once, by whichever process serves pages')
    .argument('<id>', 'of the call, as the list says it')
    .option(...AS_OPTION)
    .option(...DATA)
    .action(async (id: string, options: Options) =>
      working(options, async (work, { retryCall }) => {
        await retryCall(work, id);
        process.stdout.write('It is tried again as soon as Daybook serves.\n');
      }),
    );
  command
    .command('give-up')
    .description('give it up; one that was given up, or could not be used, leaves the list')
    .argument('<id>', 'of the call, as the list says it')
    .requiredOption('--reason <text>', 'why')
    .option(...AS_OPTION)
    .option(...DATA)
    .action(async (id: string, options: Options & { reason: string }) =>
      working(options, async (work, { giveUpCall }) => {
        await giveUpCall(work, id, options.reason);
        process.stdout.write('It is given up.\n');
      }),
    );
  return command;
}

const namesOf = ({ commands }: Command) => commands.map((each) => each.name()).join(', ');

async function working(
  options: Options,
  what: (work: RunningInstallation, calls: typeof Calls) => Promise<void>,
): Promise<void> {
  mustHaveLog(configure(options));
  const calls = await import('./waiting-calls.js');
  const { withCommands } = await import('./with-commands.js');
  await withCommands(options, async (work) => what(work, calls));
}

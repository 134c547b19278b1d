// `daybook projections`: which documents of read models an event broke, and what is decided about them; pausing and resuming.
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { mustHaveLog } from './existing-log.js';
import { AS_OPTION } from './operator.js';
import type * as Failed from './failed-documents.js';
import type { RunningInstallation } from './with-commands.js';

interface Options {
  readonly as?: string;
  readonly data?: string;
}

const DATA = ['--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)'] as const;
const NAME = ['<projection>', 'name of the projection, as the list says it'] as const;

export function projectionsCommand(): Command {
  const command = new Command('projections').description(
    'List what read models cannot take, have it tried again, or leave an event out; pause and resume them.',
  );
  command
    .command('list', { isDefault: true })
    .description('list projections, and documents that an event broke')
    .option('--json', 'as JSON')
    .option(...DATA)
    .allowExcessArguments()
    .action(async (options: Options & { json?: boolean }, list: Command) => {
      const [unknown] = list.args;
      if (unknown !== undefined)
        list.error(`error: there is no daybook projections ${unknown}. There are: ${namesOf(command)}`);
      await working(options, async (work, { listProjections, describeProjections }) => {
        const all = await listProjections(work);
        process.stdout.write(options.json ? JSON.stringify(all, null, 2) + '\n' : describeProjections(all));
      });
    });
  command
    .command('retry')
    .description('try again what an event broke, with everything that was held back since')
    .argument(...NAME)
    .argument('[document]', 'id of one document; else all of them')
    .option(...AS_OPTION)
    .option(...DATA)
    .action(async (name: string, document: string | undefined, options: Options) =>
      working(options, async (work, { retryProjection }) => {
        process.stdout.write(await retryProjection(work, name, document));
      }),
    );
  command
    .command('skip')
    .description('leave the event that broke a document out of it, for good')
    .argument(...NAME)
    .argument('<document>', 'id of the document, as the list says it')
    .requiredOption('--reason <text>', 'why')
    .option(...AS_OPTION)
    .option(...DATA)
    .action(async (name: string, document: string, options: Options & { reason: string }) =>
      working(options, async (work, { skipEvent }) => {
        process.stdout.write(await skipEvent(work, name, document, options.reason));
      }),
    );
  for (const [verb, what] of [
    ['pause', 'stop building it, until it is resumed; pages show what it had'],
    ['resume', 'let it go on'],
  ] as const)
    command
      .command(verb)
      .description(what)
      .argument(...NAME)
      .option(...AS_OPTION)
      .option(...DATA)
      .action(async (name: string, options: Options) =>
        working(options, async (work, { pauseProjection, resumeProjection }) => {
          await (verb === 'pause' ? pauseProjection : resumeProjection)(work, name);
          process.stdout.write(verb === 'pause' ? `${name} is paused.\n` : `${name} goes on.\n`);
        }),
      );
  return command;
}

const namesOf = ({ commands }: Command) => commands.map((each) => each.name()).join(', ');

async function working(
  options: Options,
  what: (work: RunningInstallation, failed: typeof Failed) => Promise<void>,
): Promise<void> {
  mustHaveLog(configure(options));
  const failed = await import('./failed-documents.js');
  const { withCommands } = await import('./with-commands.js');
  await withCommands(options, async (work) => what(work, failed));
}

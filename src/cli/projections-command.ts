// Documents with failed events, pausing and resuming.
import { Command } from 'commander';
import {
  addWritingSubcommand,
  addListSubcommand,
  runAndPrintResult,
  type AdministrationOptions,
} from './administration-command.js';
import {
  describeProjections,
  listProjections,
  pauseProjection,
  resumeProjection,
  retryProjection,
  skipEvent,
} from './manage-projections.js';

const NAME = ['<projection>', 'name of the projection, as the list says it'] as const;

export function projectionsCommand(): Command {
  const command = new Command('projections');
  addListSubcommand(command, {
    description: 'list projections, and documents that an event broke',
    read: listProjections,
    describe: describeProjections,
  });
  addWritingSubcommand(
    command,
    'retry',
    'try again what an event broke, with everything that was held back since',
  )
    .argument(...NAME)
    .argument('[document]', 'id of one document; else all of them')
    .action(async (name: string, document: string | undefined, options: AdministrationOptions) =>
      runAndPrintResult(options, (work) => retryProjection(work, name, document)),
    );
  addWritingSubcommand(command, 'skip', 'leave the event that broke a document out of it, for good')
    .argument(...NAME)
    .argument('<document>', 'id of the document, as the list says it')
    .requiredOption('--reason <text>', 'why; has to be given')
    .action(async (name: string, document: string, options: AdministrationOptions & { reason: string }) =>
      runAndPrintResult(options, (work) => skipEvent(work, name, document, options.reason)),
    );
  addWritingSubcommand(command, 'pause', 'stop building it, until it is resumed; pages show what it had')
    .argument(...NAME)
    .action(async (name: string, options: AdministrationOptions) =>
      runAndPrintResult(options, async (work) => {
        await pauseProjection(work, name);
        return `${name} is paused.\n`;
      }),
    );
  addWritingSubcommand(command, 'resume', 'let it go on')
    .argument(...NAME)
    .action(async (name: string, options: AdministrationOptions) =>
      runAndPrintResult(options, async (work) => {
        await resumeProjection(work, name);
        return `${name} goes on.\n`;
      }),
    );
  return command;
}

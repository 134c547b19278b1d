// `daybook projections`: which documents of read models an event broke, and what is decided about them; pausing and resuming.
import { Command } from 'commander';
import { addDecision, addList, printerOf, type AdministrationOptions } from './administration-command.js';

const NAME = ['<projection>', 'name of the projection, as the list says it'] as const;

const print = printerOf(() => import('./manage-projections.js'));

export function projectionsCommand(): Command {
  const command = new Command('projections').description(
    'List what read models cannot take, have it tried again, or leave an event out; pause and resume them.',
  );
  addList(command, {
    description: 'list projections, and documents that an event broke',
    print,
    read: (work, { listProjections }) => listProjections(work),
    describe: (all, { describeProjections }) => describeProjections(all),
  });
  addDecision(command, 'retry', 'try again what an event broke, with everything that was held back since')
    .argument(...NAME)
    .argument('[document]', 'id of one document; else all of them')
    .action(async (name: string, document: string | undefined, options: AdministrationOptions) =>
      print(options, (work, { retryProjection }) => retryProjection(work, name, document)),
    );
  addDecision(command, 'skip', 'leave the event that broke a document out of it, for good')
    .argument(...NAME)
    .argument('<document>', 'id of the document, as the list says it')
    .requiredOption('--reason <text>', 'why; has to be given')
    .action(async (name: string, document: string, options: AdministrationOptions & { reason: string }) =>
      print(options, (work, { skipEvent }) => skipEvent(work, name, document, options.reason)),
    );
  addDecision(command, 'pause', 'stop building it, until it is resumed; pages show what it had')
    .argument(...NAME)
    .action(async (name: string, options: AdministrationOptions) =>
      print(options, async (work, { pauseProjection }) => {
        await pauseProjection(work, name);
        return `${name} is paused.\n`;
      }),
    );
  addDecision(command, 'resume', 'let it go on')
    .argument(...NAME)
    .action(async (name: string, options: AdministrationOptions) =>
      print(options, async (work, { resumeProjection }) => {
        await resumeProjection(work, name);
        return `${name} goes on.\n`;
      }),
    );
  return command;
}

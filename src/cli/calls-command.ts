// `daybook calls`: calls and mails that something is still to be done about, and what is decided about them. Sends nothing itself.
import { Command } from 'commander';
import { addDecision, addList, printerOf, type AdministrationOptions } from './administration-command.js';

const print = printerOf(() => import('./manage-calls.js'));

export function callsCommand(): Command {
  const command = new Command('calls').description(
    'List calls and mails that wait, failed, were given up or skipped, have one tried again, or give one up.',
  );
  addList(command, {
    description: 'list them',
    print,
    read: (work, { everyCall }) => everyCall(work),
    describe: (all, { describeWaitingCalls }) => describeWaitingCalls(all),
  });
  addDecision(command, 'retry', 'have it tried again at once, by whichever process serves pages')
    .argument('<id>', 'of the call, as the list says it')
    .action(async (id: string, options: AdministrationOptions) =>
      print(options, async (work, { retryCall }) => {
        await retryCall(work, id);
        return 'It is tried again as soon as Daybook serves.\n';
      }),
    );
  addDecision(command, 'give-up', 'give it up; one that was given up, or could not be used, leaves the list')
    .argument('<id>', 'of the call, as the list says it')
    .requiredOption('--reason <text>', 'why; has to be given')
    .action(async (id: string, options: AdministrationOptions & { reason: string }) =>
      print(options, async (work, { giveUpCall }) => {
        await giveUpCall(work, id, options.reason);
        return 'It is given up.\n';
      }),
    );
  return command;
}

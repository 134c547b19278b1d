// `daybook lock PERSON --reason …` and `daybook unlock PERSON --reason …`: an account that nobody signs in or acts with.
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { LockPerson, UnlockPerson } from '../domain/user/user-commands.js';
import { requireLog } from './require-log.js';
import { AS_OPTION } from './operator.js';

interface LockOptions {
  readonly reason: string;
  readonly as?: string;
  readonly data?: string;
}

export const lockCommand = (): Command =>
  lockingCommand(
    'lock',
    'Lock the account of a person: every session ends, and nobody signs in or acts with it.',
    {
      Change: LockPerson,
      done: 'is locked. Every session is over',
      already: 'was locked before',
    },
  );

export const unlockCommand = (): Command =>
  lockingCommand('unlock', 'Unlock the account of a person, who may sign in again.', {
    Change: UnlockPerson,
    done: 'is unlocked',
    already: 'was not locked',
  });

interface Locking {
  readonly Change: typeof LockPerson | typeof UnlockPerson;
  readonly done: string;
  readonly already: string;
}

function lockingCommand(name: string, description: string, { Change, done, already }: Locking): Command {
  return new Command(name)
    .description(description)
    .argument('<person>', 'sign-in name or id of the person')
    .requiredOption('--reason <text>', 'why; has to be given, and stands in the history')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: LockOptions) => {
      requireLog(configure(options));
      const [{ withCommands }, { personIdOf }] = await Promise.all([
        import('./with-commands.js'),
        import('./person-by-sign-in-name.js'),
      ]);
      await withCommands(options, async (work) => {
        const id = await personIdOf(person, work.installation);
        const written = await work.send(
          new Change({ id, reason: options.reason, context: await work.context() }),
        );
        process.stdout.write(`The account of ${person} ${written.already ? already : done}.\n`);
      });
    });
}

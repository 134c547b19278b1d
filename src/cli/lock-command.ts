import { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { LockPerson, UnlockPerson } from '../domain/user/user-commands.js';
import { assertLogExists } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import { resolvePersonId } from './resolve-person-id.js';

interface LockOptions {
  readonly reason: string;
  readonly as?: string;
  readonly data?: string;
}

export const lockCommand = (): Command =>
  lockingCommand('lock', {
    Change: LockPerson,
    done: 'is locked. Every session is over',
    already: 'was locked before',
  });

export const unlockCommand = (): Command =>
  lockingCommand('unlock', { Change: UnlockPerson, done: 'is unlocked', already: 'was not locked' });

interface Locking {
  readonly Change: typeof LockPerson | typeof UnlockPerson;
  readonly done: string;
  readonly already: string;
}

function lockingCommand(name: string, { Change, done, already }: Locking): Command {
  return new Command(name)
    .argument('<person>', 'sign-in name or id of the person')
    .requiredOption('--reason <text>', 'why; has to be given, and stands in the history')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: LockOptions) => {
      assertLogExists(readConfiguration(options));
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      await withCaughtUpInstallation(options, async (work) => {
        const id = await resolvePersonId(person, work.installation);
        const written = await work.send(
          new Change({ id, reason: options.reason, context: await work.context() }),
        );
        process.stdout.write(`The account of ${person} ${written.already ? already : done}.\n`);
      });
    });
}

import { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { ResetSecondFactor } from '../domain/user/user-commands.js';
import { assertLogExists } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import { resolvePersonId } from './resolve-person-id.js';

interface ResetOptions {
  readonly reason: string;
  readonly as?: string;
  readonly data?: string;
}

export const resetSecondFactorCommand = (): Command =>
  new Command('reset-second-factor')
    .argument('<person>', 'sign-in name or id of the person')
    .requiredOption('--reason <text>', 'why; has to be given, and stands in the history')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: ResetOptions) => {
      assertLogExists(readConfiguration(options));
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      await withCaughtUpInstallation(options, async (work) => {
        const id = await resolvePersonId(person, work.installation);
        const { already } = await work.send(
          new ResetSecondFactor({ id, reason: options.reason, context: await work.context() }),
        );
        process.stdout.write(
          already
            ? `${person} has no second factor.\n`
            : `The second factor of ${person} is reset. Every session is over.\n`,
        );
      });
    });

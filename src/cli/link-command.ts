// `daybook link PERSON`: a link by which somebody chooses a password, where nobody can make it on the pages: the only admin forgot theirs.
import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { IssueLink } from '../domain/user/user-commands.js';
import { makeLink } from '../identity/one-time-links.js';
import { requireLog } from './require-log.js';
import { AS_OPTION } from './operator.js';
import { toPublicUrl } from '../configuration/public-url.js';

export function linkCommand(): Command {
  return new Command('link')
    .description(
      'Make a one-time link by which a person chooses a password. Their old one, and every session, ends at once.',
    )
    .argument('<person>', 'sign-in name or id of the person')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: { as?: string; data?: string }) => {
      const configuration = configure(options);
      requireLog(configuration);
      const [{ withCommands }, { personIdOf }] = await Promise.all([
        import('./with-commands.js'),
        import('./person-by-sign-in-name.js'),
      ]);
      await withCommands(options, async (work) => {
        const id = await personIdOf(person, work.installation);
        const now = Date.parse(work.installation.clock());
        const { link, token } = makeLink(id, randomBytes(32).toString('base64url'), now);
        await work.send(new IssueLink({ id, link, context: await work.context() }));
        process.stdout.write(
          `Whoever opens this link chooses the password of ${person}, once, until ${link.until}:\n` +
            `  ${toPublicUrl(configuration)}/-/welcome?token=${token}\n` +
            'The old password and every session are over. That the link was made is in the timeline.\n',
        );
        if (configuration.site === undefined)
          process.stderr.write(
            `daybook: DAYBOOK_URL is not set: where people reach Daybook at another address than ${toPublicUrl(configuration)}, put that in its place.\n`,
          );
      });
    });
}

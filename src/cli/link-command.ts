// `daybook link PERSON`: a link by which somebody chooses a password, where nobody can make it on the pages: the only admin forgot theirs.
import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { IssueLink } from '../domain/user/user-commands.js';
import { linkFor } from '../identity/one-time-links.js';
import { isRecordId, parseUserStream } from '../domain/streams.js';
import { CannotDo } from './cannot-do.js';
import { mustHaveLog } from './existing-log.js';
import { AS_OPTION } from './operator.js';
import { siteOf } from './site.js';
import type { RunningInstallation } from './with-commands.js';

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
      mustHaveLog(configuration);
      const { withCommands } = await import('./with-commands.js');
      await withCommands(options, async (work) => {
        const id = await idOf(person, work);
        const now = Date.parse(work.installation.clock());
        const { link, token } = linkFor(id, randomBytes(32).toString('base64url'), now);
        await work.send(new IssueLink({ id, link, context: await work.context() }));
        process.stdout.write(
          `Whoever opens this link chooses the password of ${person}, once, until ${link.until}:\n` +
            `  ${siteOf(configuration)}/-/welcome?token=${token}\n` +
            'The old password and every session are over. That the link was made is in the timeline.\n',
        );
      });
    });
}

async function idOf(text: string, { installation }: RunningInstallation): Promise<string> {
  const known = parseUserStream(text) ?? (isRecordId(text) ? text : undefined);
  if (known !== undefined) return known;
  const { personBySignInName } = await import('./person-by-sign-in-name.js');
  const found = await personBySignInName(text, installation);
  if (found !== undefined) return found;
  throw new CannotDo(
    `nobody signs in as “${text}”. Give the sign-in name or the id (daybook events --type user.registered --personal).`,
  );
}

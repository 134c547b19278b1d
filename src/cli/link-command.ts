// For the only admin who lost the password.
import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { readConfiguration } from '../configuration/configuration.js';
import { IssueLink } from '../domain/user/user-commands.js';
import { createOneTimeLink } from '../identity/one-time-links.js';
import { assertLogExists } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import { resolvePersonId } from './resolve-person-id.js';
import { toPublicUrl } from '../configuration/public-url.js';

export function linkCommand(): Command {
  return new Command('link')
    .argument('<person>', 'sign-in name or id of the person')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: { as?: string; data?: string }) => {
      const configuration = readConfiguration(options);
      assertLogExists(configuration);
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      await withCaughtUpInstallation(options, async (work) => {
        const id = await resolvePersonId(person, work.installation);
        const now = Date.parse(work.installation.clock());
        const { link, token } = createOneTimeLink(id, randomBytes(32).toString('base64url'), now);
        await work.send(new IssueLink({ id, link, context: await work.context() }));
        const document = await createPeopleReadModel(work.installation.projections).get(id);
        const choosesPassword = configuration.passwords && document?.signInDigest != null;
        process.stdout.write(
          `Whoever opens this link ${choosesPassword ? `chooses the password of ${person}` : `is signed in as ${person}`}, once, until ${link.until}:\n` +
            `  ${toPublicUrl(configuration)}/-/welcome?token=${token}\n` +
            `${choosesPassword ? 'The old password and every session are over' : 'Every session is over'}. That the link was made is in the timeline.\n`,
        );
        if (configuration.site === undefined)
          process.stderr.write(
            `daybook: DAYBOOK_URL is not set: where people reach Daybook at another address than ${toPublicUrl(configuration)}, put that in its place.\n`,
          );
      });
    });
}

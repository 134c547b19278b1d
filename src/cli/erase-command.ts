// `daybook erase PERSON --reason …`: destroys the person's key; what was sealed with it is unreadable from then on.
import { Command } from 'commander';
import { v7 as uuid } from 'uuid';
import type { Recorded } from '../domain/event.js';
import { ErasePerson } from '../domain/user/user-commands.js';
import type { UserErased } from '../domain/user/user-events.js';
import { isRecordId, streams } from '../domain/streams.js';
import { configure } from '../configuration.js';
import { mustHaveLog } from './existing-log.js';
import { CannotDo } from './cannot-do.js';
import type { AtWork } from './with-commands.js';

export function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'Erase a person: personal values become unreadable everywhere, for ever; the log stays whole.',
    )
    .argument('<person>', 'sign-in name or id of the person, or id of the record whose personal data it is')
    .requiredOption('--reason <text>', 'why; it stands in the certificate')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: { reason: string; data?: string }) => {
      mustHaveLog(configure(options));
      const { withCommands } = await import('./with-commands.js');
      await withCommands(options, async (work) => {
        const id = await idOf(person, work);
        const context = { actor: 'system', commandId: uuid() };
        const done = await work.send(new ErasePerson({ id, reason: options.reason, context }));
        process.stdout.write(
          done.already
            ? `${id} was erased before.\n`
            : `${id} is erased. The certificate is event ${done.position}, the last of ${streams.user(id)}.\n`,
        );
        if (!(await hadKey(id, work)))
          process.stderr.write(
            `daybook: nothing personal was ever kept under this id. Is it the right one?\n`,
          );
      });
    });
}

/** The certificate names the key that was destroyed, if there was one. */
async function hadKey(id: string, { installation }: AtWork): Promise<boolean> {
  const { events } = await installation.store.read(streams.user(id));
  const certificate = events.find((event): event is Recorded<UserErased> => event.type === 'user.erased');
  return certificate === undefined || certificate.data.keyFingerprint !== null;
}

async function idOf(person: string, { installation }: AtWork): Promise<string> {
  if (isRecordId(person)) return person;
  const { personBySignInName } = await import('./person-by-sign-in-name.js');
  const found = await personBySignInName(person, installation);
  if (found) return found;
  throw new CannotDo(
    `nobody signs in as “${person}”. Give the sign-in name or the id (daybook events --type user.registered).`,
  );
}

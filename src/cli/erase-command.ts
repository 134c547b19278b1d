// `daybook erase PERSON --reason …`: destroys the person's key; what was sealed with it is unreadable from then on.
import { Command } from 'commander';
import { v7 as uuid } from 'uuid';
import type { Recorded } from '../domain/event.js';
import { EraseRecord } from '../domain/record/record-commands.js';
import type { RecordErased } from '../domain/record/erasure-events.js';
import { ErasePerson } from '../domain/user/user-commands.js';
import type { UserErased } from '../domain/user/user-events.js';
import {
  isRecordId,
  parseRecordStream,
  parseUserStream,
  RecordRef,
  streamCalled,
  streams,
} from '../domain/streams.js';
import { configure } from '../configuration/configuration.js';
import { sealedWith } from '../event-store/personal-data/personal-data.js';
import { mustHaveLog } from './existing-log.js';
import { CannotDo } from './cannot-do.js';
import type { RunningInstallation } from './with-commands.js';

export function eraseCommand(): Command {
  return new Command('erase')
    .description(
      'Erase a person: personal values become unreadable everywhere, for ever; the log stays whole.',
    )
    .argument(
      '<person>',
      'sign-in name or id of the person, or id or name (purchasing.Request-0197…) of the record whose personal data it is',
    )
    .requiredOption('--reason <text>', 'why; it stands in the certificate')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: { reason: string; data?: string }) => {
      mustHaveLog(configure(options));
      const { withCommands } = await import('./with-commands.js');
      await withCommands(options, async (work) => {
        const subject = await subjectOf(person, work);
        const context = { actor: 'system', commandId: uuid() };
        const { reason } = options;
        await giveUpLostKey(subject, work);
        const done = await work.send(
          subject instanceof RecordRef
            ? new EraseRecord({ ...partsOf(subject), reason, context })
            : new ErasePerson({ id: subject, reason, context }),
        );
        const shown = String(subject);
        const stream = subject instanceof RecordRef ? streams.record(subject) : streams.user(subject);
        process.stdout.write(
          done.already
            ? `${shown} was erased before.\n`
            : `${shown} is erased. The certificate is event ${done.position}, the last of ${stream}.\n`,
        );
        process.stderr.write(REMARKS[await whatWasKept(subject, stream, work)]);
      });
    });
}

type ErasureRemains = 'a key' | 'what was sealed with a lost key' | 'nothing';

const REMARKS: Readonly<Record<ErasureRemains, string>> = {
  'a key': '',
  'what was sealed with a lost key':
    'daybook: the key was missing already, so there was none to destroy. What is sealed with it stays in the log, ' +
    'and cannot be read unless somebody has a copy of the key: destroy those too (backups of the keys).\n',
  nothing: 'daybook: nothing personal was ever kept under this id. Is it the right one?\n',
};

/** Where the key is lost, nothing could be opened before it is destroyed; of one that is there, the decision comes first. */
async function giveUpLostKey(
  subject: RecordRef | string,
  { installation }: RunningInstallation,
): Promise<void> {
  const { personal, store } = installation;
  const names = keyNames(subject);
  const stream = subject instanceof RecordRef ? streams.record(subject) : streams.user(subject);
  if ((await personal.keysOf(names)).size > 0 || (await store.read(stream)).version === 0) return;
  await personal.erase(subject);
}

/** A record's key was once kept under its id alone. */
const keyNames = (subject: RecordRef | string): readonly string[] =>
  subject instanceof RecordRef ? [subject.name, subject.id] : [subject];

const partsOf = ({ application, entity, id }: RecordRef) => ({ application, entity, id });

type Certificate = Recorded<UserErased | RecordErased>;

/** The certificate names the key that was destroyed, if there was one. */
async function whatWasKept(
  subject: RecordRef | string,
  stream: string,
  { installation }: RunningInstallation,
): Promise<ErasureRemains> {
  const { events } = await installation.store.read(stream);
  const certificate = events.find(
    (event): event is Certificate => event.type === 'user.erased' || event.type === 'record.erased',
  );
  if (!certificate || certificate.data.keyFingerprint !== null) return 'a key';
  const used = sealedWith(events);
  return keyNames(subject).some((name) => used.has(name)) ? 'what was sealed with a lost key' : 'nothing';
}

/** A record by its whole name or, where no person has it, by its id; anybody else is a person. */
async function subjectOf(text: string, work: RunningInstallation): Promise<RecordRef | string> {
  const known = parseRecordStream(streamCalled(text)) ?? parseUserStream(text);
  if (known !== undefined) return known;
  if (isRecordId(text)) return subjectWithId(text, work);
  const { personBySignInName } = await import('./person-by-sign-in-name.js');
  const found = await personBySignInName(text, work.installation);
  if (found) return found;
  throw new CannotDo(
    `nobody signs in as “${text}”, and no record can be called so. Give the sign-in name or the id of the person ` +
      '(daybook events --type user.registered --personal), or the name of the record (purchasing.Request-0197…).',
  );
}

async function subjectWithId(id: string, { installation }: RunningInstallation): Promise<RecordRef | string> {
  const { store, specifications } = installation;
  const found: (RecordRef | string)[] = (await store.read(streams.user(id))).version > 0 ? [id] : [];
  for (const { specification } of await specifications.all())
    for (const entity of Object.keys(specification.entities)) {
      const record = RecordRef.of({ application: specification.key, entity, id });
      if ((await store.read(streams.record(record))).version > 0) found.push(record);
    }
  if (found.length <= 1) return found[0] ?? id;
  const names = found.map((each) =>
    each instanceof RecordRef ? each.name : `${streams.user(each)} (a person)`,
  );
  throw new CannotDo(
    `several have this id: ${names.join(', ')}. Give the whole name of the one that is meant.`,
  );
}

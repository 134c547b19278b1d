import { Command } from 'commander';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { CommandContext } from '../domain/command.js';
import type { RecordedEvent } from '../domain/event.js';
import { EraseRecord } from '../domain/record/record-commands.js';
import { isErasureCertified, type ErasureCertificate } from '../domain/erasure-events.js';
import { ErasePerson } from '../domain/user/user-commands.js';
import {
  isRecordId,
  parseRecordStream,
  parseUserStream,
  RecordRef,
  streams,
} from '../domain/stream-names.js';
import { readConfiguration } from '../configuration/configuration.js';
import { getSealedBlobPrefix } from '../event-store/files/stored-file.js';
import { collectPersonKeyNames } from '../event-store/personal-data/personal-data.js';
import { askAtTerminal, isAtTerminal } from './ask-at-terminal.js';
import { assertLogExists } from './assert-log-exists.js';
import { CliUsageError } from './cli-usage-error.js';
import { AS_OPTION } from './operator-context.js';
import { findPersonBySignInName } from './resolve-person-id.js';
import { formatCount } from '#platform/format-count.js';
import { resolveRenamedStream } from '../query-handling/records/resolve-renamed-stream.js';
import type { RunningInstallation } from './with-installation.js';

interface EraseOptions {
  readonly reason?: string;
  readonly yes?: boolean;
  readonly as?: string;
  readonly data?: string;
}

export function eraseCommand(): Command {
  return new Command('erase')
    .argument(
      '<person>',
      'sign-in name or id of the person, or id or name (purchasing.Request-0197…) of the record whose personal data it is',
    )
    .option('--reason <text>', 'why; it stands in the log. Asked for at a terminal')
    .option('--yes', 'do not ask whether this is the right one: for scripts')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (person: string, options: EraseOptions, command: Command) => {
      assertLogExists(readConfiguration(options));
      if (options.reason === undefined && !isAtTerminal())
        command.error(
          'error: a reason is needed, and nobody is at a terminal to ask. Give one: --reason "…"',
        );
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      await withCaughtUpInstallation(options, async (work) => {
        const context = await work.context();
        const subject = await subjectOf(person, work);
        process.stderr.write(await describeSubject(subject, work));
        const reason = options.reason ?? (await askAtTerminal('Why? It stands in the log: '));
        if (!options.yes) await askConfirmation(subject);
        await erase(subject, { reason, context }, work);
      });
    });
}

/** Scripts cannot be prompted. */
async function askConfirmation(subject: RecordRef | string): Promise<void> {
  if (!isAtTerminal())
    throw new CliUsageError(
      'erasing cannot be undone, and nobody is at a terminal to confirm it. Nothing was erased. Where this is the right one for certain, add --yes.',
    );
  const answer = await askAtTerminal(`This cannot be undone. Erase ${String(subject)}? (yes/no) `);
  if (answer.toLowerCase() !== 'yes') throw new CliUsageError('nothing was erased.');
}

interface ErasureOrder {
  readonly reason: string;
  readonly context: CommandContext;
}

async function erase(
  subject: RecordRef | string,
  order: ErasureOrder,
  work: RunningInstallation,
): Promise<void> {
  const done = await work.send(
    subject instanceof RecordRef
      ? new EraseRecord({ ...partsOf(subject), ...order })
      : new ErasePerson({ id: subject, ...order }),
  );
  const stream = streamOf(subject);
  process.stdout.write(
    done.already
      ? `${String(subject)} was erased before.\n`
      : `${String(subject)} is erased. The certificate is event ${done.position}, the last of ${stream}.\n`,
  );
  process.stderr.write(REMARKS[await findErasureRemains(subject, stream, work)]);
}

type ErasureRemains = 'a key' | 'what was sealed with a lost key' | 'nothing';

const REMARKS: Readonly<Record<ErasureRemains, string>> = {
  'a key': '',
  'what was sealed with a lost key':
    'daybook: the key was missing already, so there was none to destroy. What is sealed with it stays in the log, ' +
    'and cannot be read unless somebody has a copy of the key: destroy those too (backups of the keys).\n',
  nothing: 'daybook: nothing personal was ever kept under this name. Is it the right one?\n',
};

/** Older versions stored a record's key under its id alone. */
const keyNames = (subject: RecordRef | string): readonly string[] =>
  subject instanceof RecordRef ? [subject.name, subject.id] : [subject];

const partsOf = ({ application, entity, id }: RecordRef) => ({ application, entity, id });

const streamOf = (subject: RecordRef | string): string =>
  subject instanceof RecordRef ? streams.record(subject) : streams.user(subject);

/** The certificate names the destroyed key. */
async function findErasureRemains(
  subject: RecordRef | string,
  stream: string,
  { installation }: RunningInstallation,
): Promise<ErasureRemains> {
  const { events } = await installation.store.read(stream);
  const certificate = events.find((event): event is RecordedEvent<ErasureCertificate> =>
    isErasureCertified([event]),
  );
  if (!certificate || certificate.data.keyFingerprint !== null) return 'a key';
  const used = collectPersonKeyNames(events);
  return keyNames(subject).some((name) => used.has(name)) ? 'what was sealed with a lost key' : 'nothing';
}

async function describeSubject(subject: RecordRef | string, work: RunningInstallation): Promise<string> {
  const { personal, projections, specifications } = work.installation;
  const { records, files } = await countSealed(subject, work);
  const amount = `${formatCount(records, 'record')} and ${formatCount(files, 'file')} hold their personal data.`;
  if (subject instanceof RecordRef) {
    const document = await createRecordsReadModel(projections, subject).get(subject.id);
    const [title] = document ? await personal.openForDisplay<readonly unknown[]>([document.title]) : [];
    const published = await specifications.current(subject.application);
    const entity = published?.specification.entities[subject.entity]?.title ?? subject.entity;
    const shown = [document?.number, text(title)].filter((part) => part !== undefined && part !== null);
    return `${entity} ${shown.join(' ')} (${subject.name})\n${formatCount(files, 'file')} of it go, too.\n`;
  }
  const document = await createPeopleReadModel(projections).get(subject);
  const [name, signInName] = document
    ? await personal.openForDisplay<readonly unknown[]>([document.name, document.signInName])
    : [];
  const signsIn = text(signInName) === undefined ? '' : `, signs in as ${text(signInName)}`;
  const unnamed = document?.erasedAt ? 'Somebody who was erased' : 'Somebody whose name cannot be read';
  return `${text(name) ?? unnamed}${signsIn} (${streams.user(subject)})\n${amount}\n`;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const AT_ONCE = 500;

/** Of all applications. */
async function countSealed(
  subject: RecordRef | string,
  { installation }: RunningInstallation,
): Promise<{ readonly records: number; readonly files: number }> {
  const names = new Set(keyNames(subject));
  let records = 0;
  for (const { specification } of subject instanceof RecordRef ? [] : await installation.specifications.all())
    for (const entity of Object.keys(specification.entities)) {
      const read = createRecordsReadModel(installation.projections, {
        application: specification.key,
        entity,
      });
      let cursor: string | undefined;
      do {
        const page = await read.find({ limit: AT_ONCE, ...(cursor !== undefined && { cursor }) });
        records += page.documents.filter((document) => holds(document, names)).length;
        cursor = page.next;
      } while (cursor !== undefined);
    }
  let files = 0;
  const prefix = getSealedBlobPrefix(subject instanceof RecordRef ? subject.name : subject);
  for await (const key of installation.files.listKeys()) if (key.prefix === prefix) files++;
  return { records, files };
}

function holds(document: RecordDocument, names: ReadonlySet<string>): boolean {
  return [...collectPersonKeyNames(document)].some((name) => names.has(name));
}

/** By full name, or by id where no person has it. Throws `CliUsageError`. */
async function subjectOf(text: string, work: RunningInstallation): Promise<RecordRef | string> {
  const known =
    parseRecordStream(await resolveRenamedStream(work.installation.store, text)) ?? parseUserStream(text);
  const found =
    known !== undefined
      ? await ifThere(known, work)
      : isRecordId(text)
        ? await subjectWithId(text, work)
        : await findPersonBySignInName(text, work.installation);
  if (found !== undefined) return found;
  const why = isRecordId(text)
    ? `no person and no record has the id ${text}`
    : `nobody signs in as “${text}”, and there is no record of that name`;
  throw new CliUsageError(
    `${why}, so nothing was erased. Give the sign-in name or the id of the person ` +
      '(daybook events --type user.registered --personal), or the name of the record (purchasing.Request-0197…).',
  );
}

async function ifThere(
  subject: RecordRef | string,
  { installation }: RunningInstallation,
): Promise<RecordRef | string | undefined> {
  return (await installation.store.read(streamOf(subject))).version > 0 ? subject : undefined;
}

async function subjectWithId(id: string, work: RunningInstallation): Promise<RecordRef | string | undefined> {
  const found: (RecordRef | string)[] = (await ifThere(id, work)) === undefined ? [] : [id];
  for (const { specification } of await work.installation.specifications.all())
    for (const entity of Object.keys(specification.entities)) {
      const record = RecordRef.of({ application: specification.key, entity, id });
      if ((await ifThere(record, work)) !== undefined) found.push(record);
    }
  if (found.length <= 1) return found[0];
  const names = found.map((each) =>
    each instanceof RecordRef ? each.name : `${streams.user(each)} (a person)`,
  );
  throw new CliUsageError(
    `several have this id: ${names.join(', ')}. Give the whole name of the one that is meant.`,
  );
}

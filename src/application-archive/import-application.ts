// Everything but the specification first, so that the application is not used before it is whole; timers and calls that
// would act on the past are suppressed before that, too.
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { SYSTEM_ACTOR_ID } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { NoteApplicationImported } from '#domain/specification/archive-commands.js';
import type { ApplicationImported } from '#domain/specification/archive-events.js';
import { parseStreamName } from '#domain/stream-names.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { checkWithCache } from '#specification/check-cache.js';
import { ArchiveAppender, type AppendTarget } from './archive-appender.js';
import type { ArchivedPerson } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { refuseArchive } from './refuse-archive.js';
import { checkEvents } from './check-events.js';
import { assertPeopleListed, findPersonHere, isImported, readPeople } from './check-target.js';
import { deriveRegistrationId, matchPeople, type MatchedPerson } from './match-people.js';
import { assertMayBegin, describeBegun, reserveImport } from './reserve-import.js';
import type { PeopleTableRow } from './people-table.js';
import { toCommandReason } from './refusal-words/archive-reason.js';

export interface ImportTarget extends AppendTarget {
  findBySignInName(name: string): Promise<string | undefined>;
  send(command: Command<unknown, CommandResult>): Promise<CommandResult>;
  waitForProjections(position: number): Promise<void>;
}

export interface ImportProgress {
  /** Hashes of files, then events, then what is written. */
  readonly phase: 'verifying' | 'checking' | 'importing';
  /** 0 to 1. */
  readonly share: number;
  /** Events; while files are verified, none. */
  readonly done: number;
}

export interface ImportOptions {
  readonly table: readonly PeopleTableRow[];
  /** See `matchPeople`. */
  readonly sameIds?: boolean;
  /** Writes nothing. */
  readonly dryRun: boolean;
  readonly context: CommandContext;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportedApplication {
  readonly people: readonly MatchedPerson[];
  /** Of this import or an interrupted one. */
  readonly events: number;
  readonly timers: number;
  readonly calls: number;
  /** true: this archive was imported before, so nothing was written. */
  readonly already: boolean;
}

/** Interrupted, it goes on where it stopped. Throws `ArchiveRefused`, `Refused`, and errors of engines. */
export async function importApplication(
  archive: ArchiveReader,
  target: ImportTarget,
  options: ImportOptions,
): Promise<ImportedApplication> {
  const { onProgress = () => {} } = options;
  await archive.verify((bytes, total) => onProgress({ phase: 'verifying', share: bytes / total, done: 0 }));
  const { events: total } = archive.manifest.counts;
  const checked = await checkEvents(archive, (done) =>
    onProgress({ phase: 'checking', share: Math.min(1, done / total), done }),
  );
  const { key } = archive.manifest.application;
  assertRunnable(key, checked.text);
  const people = await readPeople(archive);
  if (await isImported(archive, target.store))
    return { people: [], events: checked.count, timers: 0, calls: 0, already: true };
  const matched = await matchPeople(
    { people, sha256: archive.sha256, table: options.table, sameIds: options.sameIds === true },
    {
      findBySignInName: target.findBySignInName,
      find: async (id) => findPersonHere(target.store, id),
    },
  );
  await assertPeopleListed(checked, people, target.store);
  const otherIds = matched.filter(({ archived, id }) => archived.id !== id);
  const ids = new Map(otherIds.map(({ archived, id }) => [archived.id, id]));
  const begun = describeBegun(archive, matched);
  await assertMayBegin(target.store, begun);
  const appender = new ArchiveAppender(archive, target, ids, (done) =>
    onProgress({ phase: 'importing', share: done / checked.count, done }),
  );
  await appender.assertStreamsFree();
  const result = { people: matched, events: checked.count, timers: 0, calls: 0, already: false };
  if (options.dryRun) return result;
  await registerPeople(archive, matched, target, options.context);
  await reserveImport(target, begun, options.context);
  await appender.append(({ stream }) => parseStreamName(stream)?.of !== 'specification');
  await appender.eraseAgain();
  const withheld = await appender.unfinished.withhold(target);
  await appender.append(({ stream }) => parseStreamName(stream)?.of === 'specification');
  const { position } = await target.send(
    new NoteApplicationImported({
      application: key,
      imported: describeImported(archive),
      context: options.context,
    }),
  );
  await target.waitForProjections(position);
  return { ...result, ...withheld };
}

function describeImported({ manifest, sha256 }: ArchiveReader): ApplicationImported['data'] {
  const { counts, exportedAt, daybook } = manifest;
  const { events, people, files } = counts;
  return { archive: sha256, events, people, files, exportedAt, daybook };
}

function assertRunnable(key: string, text: string): void {
  const checked = checkWithCache(text);
  if (checked.ok && checked.specification.key === key) return;
  const [problem] = checked.ok ? [] : checked.problems;
  throw problem
    ? refuseArchive('notAcceptedLine', { line: problem.line, problem: problem.message })
    : refuseArchive('notAccepted');
}

async function registerPeople(
  { sha256 }: ArchiveReader,
  matched: readonly MatchedPerson[],
  { send, waitForProjections, store }: ImportTarget,
  { commandLine }: CommandContext,
): Promise<void> {
  let last = 0;
  for (const { id, isNew, archived } of matched) {
    if (!isNew) continue;
    const by = { actor: SYSTEM_ACTOR_ID, ...(commandLine && { commandLine }) };
    const commandId = deriveRegistrationId(sha256, archived.id);
    const name = archived.name ?? (archived.erased ? 'Erased' : 'Name not readable');
    const register = new RegisterUser({ id, name, fromLog: true, context: { ...by, commandId } });
    const registered = await sendOrRefuse(send, register, archived);
    last = Math.max(last, registered.position);
    if (!archived.erased || (await findPersonHere(store, id))?.isErased) continue;
    const reason = 'Erased in the installation that the application was imported from.';
    const erase = new ErasePerson({
      id,
      reason,
      context: { ...by, commandId: deriveUuid(`${commandId} erased`) },
    });
    last = Math.max(last, (await sendOrRefuse(send, erase, archived)).position);
  }
  if (last > 0) await waitForProjections(last);
}

async function sendOrRefuse(
  send: ImportTarget['send'],
  command: Command<unknown, CommandResult>,
  { id, name }: ArchivedPerson,
): Promise<CommandResult> {
  try {
    return await send(command);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const why = error.reasons.map(toCommandReason);
    throw refuseArchive('notRegistered', { person: name ?? id, why }, { cause: error });
  }
}

// One archive of an application at a time, with one table of people: two would mix their records under one key.
import { createHash } from 'node:crypto';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { BeginApplicationImport } from '#domain/application-import/application-import-commands.js';
import type { ApplicationImportBegun } from '#domain/application-import/application-import-events.js';
import { foldBegunImport } from '#domain/application-import/begin-application-import.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import type { ArchiveReader } from './archive-reader.js';
import type { ArchiveRefused } from './archive-refused.js';
import { refuseArchive } from './refuse-archive.js';
import type { MatchedPerson } from './match-people.js';

type BegunData = ApplicationImportBegun['data'];

export function describeBegun(
  { manifest, sha256 }: Pick<ArchiveReader, 'manifest' | 'sha256'>,
  matched: readonly MatchedPerson[],
): BegunData {
  const { application, counts, exportedAt } = manifest;
  const people = matched.map(({ archived, id }) => `${archived.id} ${id}\n`).sort();
  return {
    application: application.key,
    archive: sha256,
    people: createHash('sha256').update(people.join('')).digest('hex'),
    events: counts.events,
    exportedAt,
  };
}

/** Throws `ArchiveRefused`. */
export async function assertMayBegin(store: Pick<EventStore, 'read'>, begun: BegunData): Promise<void> {
  const { events } = await store.read(streams.applicationImport(begun.application));
  const before = foldBegunImport(events as readonly unknown[] as readonly ApplicationImportBegun[]);
  if (!before) return;
  if (before.archive !== begun.archive) throw createOtherArchiveRefusal(before.archive);
  if (before.people !== begun.people) throw refuseArchive('otherPeople');
}

export const createOtherArchiveRefusal = (sha256: string): ArchiveRefused =>
  refuseArchive('otherArchive', { sha256 });

interface ReservationTarget {
  readonly store: Pick<EventStore, 'read'>;
  send(command: Command<unknown, CommandResult>): Promise<CommandResult>;
}

/** Throws `ArchiveRefused` where another import was quicker, and `Refused`. */
export async function reserveImport(
  { store, send }: ReservationTarget,
  begun: BegunData,
  context: CommandContext,
): Promise<void> {
  const commandId = deriveUuid(`${context.commandId} begins the import of ${begun.archive}`);
  try {
    await send(new BeginApplicationImport({ begun, context: { ...context, commandId } }));
  } catch (error) {
    if (error instanceof Refused) await assertMayBegin(store, begun);
    throw error;
  }
}

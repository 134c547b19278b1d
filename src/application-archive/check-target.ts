// What is in the archive may not meet anything that is here.
import type { SpecificationEvent } from '#domain/specification/specification-events.js';
import { foldArchives } from '#domain/specification/note-archive.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import { parseArchivedPerson, PEOPLE, type ArchivedPerson } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { refuseArchive } from './refuse-archive.js';
import type { CheckedEvents } from './check-events.js';

type Log = Pick<EventStore, 'read'>;

export async function readPeople(archive: ArchiveReader): Promise<readonly ArchivedPerson[]> {
  const people = new Map<string, ArchivedPerson>();
  for await (const { text, number } of archive.lines(PEOPLE)) {
    const person = parseArchivedPerson(text);
    if (!person || people.has(person.id)) throw refuseArchive('noPerson', { line: number, path: PEOPLE });
    people.set(person.id, person);
  }
  return [...people.values()];
}

export async function findPersonHere(store: Log, id: string) {
  const { events } = await store.read(streams.user(id));
  const [first] = events;
  if (!first) return undefined;
  return {
    isErased: events.some(({ type }) => type === 'user.erased' || type === 'user.erasure-begun'),
    registeredBy: first.metadata.commandId,
  };
}

/** Throws `ArchiveRefused` where there is another application of that key. */
export async function isImported({ manifest, sha256 }: ArchiveReader, store: Log): Promise<boolean> {
  const { key, name } = manifest.application;
  const { events } = await store.read(streams.specification(key));
  const [first] = events;
  if (!first) return false;
  if (first.metadata.archive?.sha256 !== sha256) throw refuseArchive('applicationHere', { key, name });
  return foldArchives(events as readonly unknown[] as readonly SpecificationEvent[]).imported.includes(
    sha256,
  );
}

/** Otherwise an archive could claim that a person of this installation acted, or is in charge. */
export async function assertPeopleListed(
  { people: named }: CheckedEvents,
  people: readonly ArchivedPerson[],
  store: Log,
): Promise<void> {
  const listed = new Set(people.map(({ id }) => id));
  for (const id of named)
    if (!listed.has(id) && (await findPersonHere(store, id)))
      throw refuseArchive('notListed', { id, path: PEOPLE });
}

// Entries of the timeline → what one person sees of them. Records are asked once per page, not once per event.
import { recordsIn } from '#projections/records/records-read-model.js';
import type { TimelineEntry } from '#projections/timeline/timeline-entry.js';
import { timelineShape } from '#projections/timeline/timeline-projection.js';
import { wordsAt, wordsOf } from '#projections/port/words.js';
import type { Published } from '#command-handling/ports.js';
import { fieldsIn } from '#domain/told-fields.js';
import { parseRecordStream, parseUserStream, RecordRef, withoutDigest } from '#domain/streams.js';
import { Refused } from '#domain/refusal.js';
import type { Specification } from '#specification/specification.js';
import type { Sources } from '../ports.js';
import { recordInScope } from '../see-records.js';
import { inSlices } from '#platform/time-slices.js';
import { HIDDEN, type SeenEvent } from '../seen.js';
import { readRightsOf, type ReadRights } from '../read-rights.js';
import type { Viewer } from '../viewer.js';
import { activityTitle } from './activities.js';
import {
  idWouldTell,
  redactData,
  redactRecordEvent,
  type EventRights,
  type Redacted,
} from './redact-event.js';

export interface Watching {
  readonly viewer: Viewer;
  /** Application → what is published, of those the events are about. */
  readonly published: ReadonlyMap<string, Published>;
}

/** In the order of the entries. Hidden values are replaced, the others opened. */
export async function seeEvents(
  sources: Sources,
  entries: readonly TimelineEntry[],
  watching: Watching,
): Promise<readonly SeenEvent[]> {
  const rights = await rightsTo(sources, entries, watching);
  return inSlices(entries, async (slice) =>
    open(
      sources,
      slice.map((entry) => [entry, redactEntry(entry, rights(entry), watching.viewer)]),
    ),
  );
}

/** What entries were looked for by, and what may be hidden. */
export interface LookedFor {
  readonly search?: string;
  readonly action?: string;
}

/** Entries that were found by these words and this action: undefined for those that were by hidden ones only. */
export async function seeFoundEvents(
  sources: Sources,
  entries: readonly TimelineEntry[],
  { search, action, ...watching }: Watching & LookedFor,
): Promise<readonly (SeenEvent | undefined)[]> {
  const rights = await rightsTo(sources, entries, watching);
  const words = search === undefined ? [] : [...wordsOf([search])];
  return inSlices(entries, async (slice) => {
    const found = slice.flatMap((entry): Redaction[] => {
      const redacted = redactEntry(entry, rights(entry), watching.viewer);
      if (!redacted.redacted) return [[entry, redacted]];
      if (action !== undefined && redacted.action !== action) return [];
      const activity = activityTitle({ ...entry, action: redacted.action }, watching.published);
      return isFoundIn(redacted, words, activity) ? [[entry, redacted]] : [];
    });
    const opened = new Map((await open(sources, found)).map((event) => [event.position, event]));
    return slice.map(({ position }) => opened.get(position));
  });
}

type Redaction = readonly [TimelineEntry, RedactedEntry];

interface RedactedEntry extends Redacted {
  /** null: it is none, or it is not seen which. */
  readonly action: string | null;
}

async function open({ personal }: Sources, redacted: readonly Redaction[]): Promise<readonly SeenEvent[]> {
  const opened = await personal.show(redacted.map(([, { data, metadata }]) => ({ data, metadata })));
  return redacted.map(([entry, what], index) => ({ ...seen(entry, what), ...opened[index]! }));
}

function redactEntry(entry: TimelineEntry, rights: EventRights, viewer: Viewer): RedactedEntry {
  const { type, data, metadata, action } = entry;
  if (type.startsWith('record.'))
    return { ...redactRecordEvent(type, data, metadata, rights), action: rights.readable ? action : null };
  const shown = redactData(type, data, recordIn(entry) ? rights : rightsToOthers(entry, viewer));
  return { data: shown, metadata, redacted: shown !== data, action };
}

function seen(
  entry: TimelineEntry,
  { data, metadata, redacted, action, leftOut = [] }: RedactedEntry,
): SeenEvent {
  const { position, eventId, version, type, at, actor, application, entity } = entry;
  const stream = withoutDigest(entry.stream);
  const hidesId = idWouldTell(type, data);
  return {
    position,
    eventId: hidesId ? HIDDEN : eventId,
    // Short values could be guessed from their digest.
    stream,
    // How many claims of the same value there were before: whether it was ever held.
    version: hidesId ? HIDDEN : version,
    type,
    data,
    metadata,
    at,
    actor,
    application,
    entity,
    record: recordIn(entry) ?? null,
    person: personIn(entry) ?? null,
    action,
    redacted,
    leftOut: [
      ...leftOut,
      ...(stream === entry.stream ? [] : ['stream']),
      ...(hidesId ? ['id', 'version'] : []),
    ],
  };
}

const recordIn = ({ subject }: TimelineEntry): RecordRef | undefined => parseRecordStream(subject ?? '');
const personIn = ({ subject }: TimelineEntry): string | undefined => parseUserStream(subject ?? '');

const NO_RIGHTS: EventRights = {
  readable: false,
  title: false,
  everything: false,
  hidden: new Set(),
  visible: () => false,
  identity: false,
};

/** To what is no record's: of a person, of an application. */
const rightsToOthers = (entry: TimelineEntry, { admin, id }: Viewer): EventRights => ({
  ...{ readable: true, title: true, everything: false, hidden: new Set(), visible: () => true },
  identity: admin || personIn(entry) === id,
});

type Rights = (entry: TimelineEntry) => EventRights;

async function rightsTo(
  sources: Sources,
  entries: readonly TimelineEntry[],
  watching: Watching,
): Promise<Rights> {
  const byEntity = new Map<string, About[]>();
  for (const entry of entries) {
    const record = recordIn(entry);
    if (!record) continue;
    const { application, entity } = record;
    const of = JSON.stringify([application, entity]);
    byEntity.set(of, [...(byEntity.get(of) ?? []), { entry, record }]);
  }
  const known = new Map<TimelineEntry['subject'], EventRights>();
  for (const about of byEntity.values()) await learn(sources, about, watching, known);
  return ({ subject }) => known.get(subject) ?? NO_RIGHTS;
}

interface About {
  readonly entry: TimelineEntry;
  readonly record: RecordRef;
}

async function learn(
  sources: Sources,
  about: readonly About[],
  { viewer, published }: Watching,
  known: Map<TimelineEntry['subject'], EventRights>,
): Promise<void> {
  const { application, entity: key } = about[0]!.record;
  const current = published.get(application);
  const entity =
    current && Object.hasOwn(current.specification.entities, key)
      ? current.specification.entities[key]
      : undefined;
  if (!current || !entity) return;
  const sight = readRightsOf({ specification: current.specification, entity, viewer, now: sources.now() });
  const earlier = await earlierVersions(sources, current);
  const records = recordsIn(sources.readModels, { application, entity: key });
  const documents = await records.byIds(about.map(({ record }) => record.id));
  const opened = await sources.personal.show(documents.map(({ fields }) => fields));
  documents.forEach((document, index) => {
    const record = recordInScope(document, opened[index]!);
    known.set(RecordRef.of(document).name, rightsOf(sight, record, earlier));
  });
}

interface Earlier {
  readonly versions: readonly Specification[];
  /** false: one of them is not known any more, and may have restricted anything. */
  readonly all: boolean;
}

/** All of them, whichever of them the events were written under: a field that is gone may have been restricted by any. */
async function earlierVersions(
  { specifications }: Sources,
  { specification: { key }, version }: Published,
): Promise<Earlier> {
  const numbers = Array.from({ length: version - 1 }, (_, index) => index + 1);
  const found = await Promise.all(
    numbers.map((each) =>
      specifications.at(key, each).catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      }),
    ),
  );
  const versions = found.flatMap((each) => (each ? [each.specification] : []));
  return { versions, all: versions.length === found.length };
}

function rightsOf(
  sight: ReadRights,
  record: Parameters<ReadRights['reads']>[0],
  { versions, all }: Earlier,
): EventRights {
  const { entity } = sight;
  const readable = sight.reads(record);
  const hidden = sight.hidden(record);
  const declared = new Set(entity.fields.map(({ key }) => key));
  const former = versions.flatMap(({ entities }) =>
    Object.hasOwn(entities, entity.key) ? [entities[entity.key]!] : [],
  );
  // A field that is gone stays visible where no version restricted it.
  const wasOpen = (field: string) =>
    all &&
    former.some((each) => each.fields.some(({ key }) => key === field)) &&
    former.every(
      (each) => !Object.hasOwn(each.permissions.fields, field) || !each.permissions.fields[field]!.read,
    );
  const visible = (field: string) => (declared.has(field) ? !hidden.has(field) : wasOpen(field));
  const titleFields = [entity, ...former].flatMap((each) => fieldsIn(each, each.recordTitle.source));
  const everything =
    all && hidden.size === 0 && former.every((each) => each.fields.every(({ key }) => visible(key)));
  return { readable, title: all && titleFields.every(visible), everything, hidden, visible, identity: false };
}

/**
 * Whether every word begins a word of what is visible and searched: what was hidden is not to be found, either. What is visible
 * besides does not count, such as times and who it was: only what is hidden could have led to it. Sealed values are not searched.
 */
function isFoundIn({ data, metadata }: Redacted, words: readonly string[], activity = ''): boolean {
  const visible = [...wordsOf([activity]), ...wordsAt({ data, metadata }, timelineShape.text)];
  return words.every((word) => visible.some((each) => each.startsWith(word)));
}

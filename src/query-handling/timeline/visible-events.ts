// What one person sees of the timeline's entries, and the history of one record or one person made of them.
import {
  type TimelineEntry,
  timelineShape,
  createTimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { listSearchWords, matchesAllWords, splitWords } from '#projections/port/search-words.js';
import { hideDigest, type RecordRef, streams } from '#domain/stream-names.js';
import { omitFileSecrets } from '#specification/field-types/file.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import { HIDDEN } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';
import { listActionTitles } from './activity-titles.js';
import { EventWords, findVocabularies } from './event-wording.js';
import {
  parseSubjectPerson,
  parseSubjectRecord,
  findEventRights,
  findRightsToOtherEvents,
  type TimelineViewer,
  findNamesInEvents,
} from './event-rights.js';
import {
  isIdRevealing,
  redactData,
  redactRecordEvent,
  type ConditionalRight,
  type EventRights,
  type RedactedEvent,
  type VisibleEvent,
} from './redact-event.js';
import type { Filter } from '#projections/port/query.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { BOOKKEEPING_EVENT_TYPES } from '#domain/event-types.js';
import { scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import { memoizeLookups } from './memoize-lookups.js';
import type { Names } from '../names/mentions.js';

/** What happened, newest first. */
export interface History extends VisiblePage<VisibleEvent> {
  readonly names: Names;
}

interface Paging {
  readonly cursor?: string;
  readonly limit: number;
}

/** A record's own events, all or of one type, as far as the viewer sees them. Whether they may read the record is asked before. */
export async function findRecordHistory(
  sources: QueryDependencies,
  published: PublishedVersion,
  record: RecordRef,
  viewer: Viewer,
  { type, ...paging }: Paging & { readonly type?: string | undefined },
): Promise<History> {
  const known = new Map([[published.specification.key, published]]);
  return history(
    sources,
    {
      subject: streams.record(record),
      type: type ?? { $prefix: 'record.' },
      $nor: [{ type: { $in: BOOKKEEPING_EVENT_TYPES } }],
    },
    known,
    viewer,
    paging,
  );
}

/** The events of a person's own stream: registered, roles, sign-ins. */
export async function findPersonHistory(
  sources: QueryDependencies,
  published: ReadonlyMap<string, PublishedVersion>,
  id: string,
  viewer: Viewer,
  paging: Paging,
): Promise<History> {
  return history(
    sources,
    { subject: streams.user(id), type: { $prefix: 'user.' } },
    published,
    viewer,
    paging,
  );
}

async function history(
  sources: QueryDependencies,
  filter: Filter,
  published: ReadonlyMap<string, PublishedVersion>,
  viewer: Viewer,
  { cursor, limit }: Paging,
): Promise<History> {
  const once = memoizeLookups(sources);
  const page = await scanPage(
    createTimelineReadModel(sources.readModels),
    { filter, sort: { path: 'id', descending: true }, cursor, limit },
    async (entries) => {
      const events = await redactEvents(once, entries, { viewer, published });
      return events.map((event) => (event.tellsHidden ? undefined : event));
    },
    sources.seal,
  );
  return { ...page, names: await findNamesInEvents(once, page.items, published, viewer) };
}

/** In the order of the entries. Hidden values are replaced, the others opened. */
export async function redactEvents(
  sources: QueryDependencies,
  entries: readonly TimelineEntry[],
  watching: TimelineViewer,
): Promise<readonly VisibleEvent[]> {
  const [rights, known] = await Promise.all([
    findEventRights(sources, entries, watching),
    findVocabularies(sources, entries, watching.published),
  ]);
  return mapInBatches(entries, async (slice) =>
    openRedacted(
      sources,
      slice.map((entry) => ({
        entry,
        words: EventWords.of(entry, known),
        seen: redactEntry(entry, rights(entry), watching.viewer),
      })),
    ),
  );
}

/** What entries were looked for by, and what may be hidden. */
interface TimelineSearch {
  readonly search?: string;
  readonly action?: string;
  /** Visible records that are called what was searched for. */
  readonly named: ReadonlySet<string>;
}

/** Entries that were found by these words and this action: undefined for those that were by hidden ones only. */
export async function filterVisibleMatches(
  sources: QueryDependencies,
  entries: readonly TimelineEntry[],
  { search, action, named, ...watching }: TimelineViewer & TimelineSearch,
): Promise<readonly (VisibleEvent | undefined)[]> {
  const [rights, known] = await Promise.all([
    findEventRights(sources, entries, watching),
    findVocabularies(sources, entries, watching.published),
  ]);
  const searched = search === undefined ? [] : [...splitWords([search])];
  return mapInBatches(entries, async (slice) => {
    const found = slice.flatMap((entry): Redaction[] => {
      const seen = redactEntry(entry, rights(entry), watching.viewer);
      const words = EventWords.of(entry, known);
      if (!seen.redacted) return [{ entry, words, seen }];
      // Which action it was, was asked for: what hides that is no answer.
      if (action !== undefined && seen.action === null) return [];
      const isFound =
        (entry.subject !== null && named.has(entry.subject)) ||
        isFoundIn(seen, searched, listActionTitles(words, seen.action));
      return isFound ? [{ entry, words, seen }] : [];
    });
    const opened = new Map((await openRedacted(sources, found)).map((event) => [event.position, event]));
    return slice.map(({ position }) => opened.get(position));
  });
}

interface Redaction {
  readonly entry: TimelineEntry;
  readonly words: EventWords;
  readonly seen: RedactedEntry;
}

interface RedactedEntry extends RedactedEvent {
  /** null: it is none, or it is not seen which. */
  readonly action: string | null;
  /** See `VisibleEvent`. */
  readonly tellsHidden?: true;
}

/** Events about a call or timer that a hidden condition decided are for those only who run or audit Daybook. */
function tellsHidden({ type, data, application, metadata }: TimelineEntry, rights: EventRights): boolean {
  if (rights.operates) return false;
  const of = conditionalIn(type, data);
  const { specification } = metadata;
  return (
    of !== undefined &&
    rights.conditionHidden(of, specification?.key === application ? specification.version : undefined)
  );
}

function conditionalIn(type: string, data: unknown): ConditionalRight | undefined {
  const { call, timer } = (data ?? {}) as { readonly call?: unknown; readonly timer?: unknown };
  if (type === 'record.timer-fired') return { timer: String(timer) };
  return type.startsWith('record.call-') ? { call: String(call) } : undefined;
}

/** An event whose data are not what its type describes hides all of them from those who do not see everything. */
function redactEntry(entry: TimelineEntry, rights: EventRights, viewer: Viewer): RedactedEntry {
  try {
    const seen = redactReadable(entry, rights, viewer);
    return tellsHidden(entry, rights) ? { ...seen, tellsHidden: true } : seen;
  } catch {
    const { source: _, reason: _reason, ...metadata } = entry.metadata;
    const data = rights.readable && rights.everything ? entry.data : HIDDEN;
    return { data, metadata, redacted: true, action: null, unreadable: true };
  }
}

function redactReadable(entry: TimelineEntry, rights: EventRights, viewer: Viewer): RedactedEntry {
  const { type, data, metadata, action } = entry;
  if (type.startsWith('record.'))
    return { action: rights.readable ? action : null, ...redactRecordEvent(type, data, metadata, rights) };
  const shown = redactData(
    type,
    data,
    parseSubjectRecord(entry) ? rights : findRightsToOtherEvents(entry, viewer),
  );
  return { data: shown, metadata, redacted: shown !== data, action };
}

/**
 * Whether every word begins a word of what is visible and searched: what was hidden is not to be found, either. What is visible
 * besides does not count, such as times and who it was: only what is hidden could have led to it. Sealed values are not searched.
 */
function isFoundIn(
  { data, metadata }: RedactedEvent,
  words: readonly string[],
  titles: readonly string[],
): boolean {
  return matchesAllWords(words, [
    ...splitWords(titles),
    ...listSearchWords({ data, metadata }, timelineShape.text),
  ]);
}

async function openRedacted(
  { personal }: QueryDependencies,
  redacted: readonly Redaction[],
): Promise<readonly VisibleEvent[]> {
  const opened = await personal.openForDisplay(
    redacted.map(({ seen: { data, metadata } }) => ({ data, metadata })),
  );
  return redacted.map((each, index) => seenEvent(each, opened[index]!));
}

function seenEvent(
  { entry, words, seen: { data, redacted, action, leftOut = [], unreadable, tellsHidden } }: Redaction,
  opened: Pick<RedactedEntry, 'data' | 'metadata'>,
): VisibleEvent {
  const { position, eventId, version, type, at, actor, application, entity } = entry;
  const stream = hideDigest(entry.stream);
  const hidesId = isIdRevealing(type, data);
  return {
    position,
    eventId: hidesId ? HIDDEN : eventId,
    // Short values could be guessed from their digest.
    stream,
    // How many claims of the same value there were before: whether it was ever held.
    version: hidesId ? HIDDEN : version,
    type,
    data: omitFileSecrets(opened.data),
    metadata: omitFileSecrets(opened.metadata),
    at,
    actor,
    application,
    entity,
    record: parseSubjectRecord(entry) ?? null,
    person: parseSubjectPerson(entry) ?? null,
    action,
    redacted,
    words,
    ...(unreadable && { unreadable }),
    ...(tellsHidden && { tellsHidden }),
    leftOut: [
      ...leftOut,
      ...(stream === entry.stream ? [] : ['stream']),
      ...(hidesId ? ['id', 'version'] : []),
    ],
  };
}

import { mapInBatches } from '#platform/cooperative-scheduler.js';
import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';
import { maskStreamDigest } from '#domain/stream-names.js';
import { omitFileSecrets } from '#specification/field-types/file.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { HIDDEN } from '../visibility/visible-records.js';
import { parseSubjectPerson, parseSubjectRecord } from './event-subject.js';
import { findEventRights, getRightsToNonRecordEvents, type TimelineViewer } from './event-rights.js';
import { EventWords, findVocabularies } from './event-wording.js';
import {
  isIdRevealing,
  redactData,
  redactRecordEvent,
  type ConditionalRightSource,
  type EventRights,
  type RedactedPayload,
  type VisibleEvent,
} from './redact-event.js';

/** Hidden values are replaced, sealed ones opened. */
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
    toVisibleEvents(
      sources,
      slice.map((entry) => ({
        entry,
        words: EventWords.of(entry, known),
        visible: redactEntry(entry, rights(entry), watching.viewer),
      })),
    ),
  );
}

export interface Redaction {
  readonly entry: TimelineEntry;
  readonly words: EventWords;
  readonly visible: RedactedEntry;
}

export interface RedactedEntry extends RedactedPayload {
  /** null: none or hidden. */
  readonly action: string | null;
  readonly tellsHidden?: true;
}

/** Calls and timers with hidden conditions are for operators and auditors only. */
function tellsHidden({ type, data, application, metadata }: TimelineEntry, rights: EventRights): boolean {
  if (rights.operates) return false;
  const of = conditionalIn(type, data);
  const { specification } = metadata;
  return (
    of !== undefined &&
    rights.conditionHidden(of, specification?.key === application ? specification.version : undefined)
  );
}

function conditionalIn(type: string, data: unknown): ConditionalRightSource | undefined {
  const { call, timer } = (data ?? {}) as { readonly call?: unknown; readonly timer?: unknown };
  if (type === 'record.timer-fired') return { timer: String(timer) };
  return type.startsWith('record.call-') ? { call: String(call) } : undefined;
}

/** Malformed data needs full rights. */
export function redactEntry(entry: TimelineEntry, rights: EventRights, viewer: Viewer): RedactedEntry {
  try {
    const redacted = redactReadable(entry, rights, viewer);
    return tellsHidden(entry, rights) ? { ...redacted, tellsHidden: true } : redacted;
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
    parseSubjectRecord(entry) ? rights : getRightsToNonRecordEvents(entry, viewer),
  );
  return { data: shown, metadata, redacted: shown !== data, action };
}

export async function toVisibleEvents(
  { personal }: QueryDependencies,
  redacted: readonly Redaction[],
): Promise<readonly VisibleEvent[]> {
  const opened = await personal.openForDisplay(
    redacted.map(({ visible: { data, metadata } }) => ({ data, metadata })),
  );
  return redacted.map((each, index) => toVisibleEvent(each, opened[index]!));
}

function toVisibleEvent(
  { entry, words, visible: { data, redacted, action, leftOut = [], unreadable, tellsHidden } }: Redaction,
  opened: Pick<RedactedEntry, 'data' | 'metadata'>,
): VisibleEvent {
  const { position, eventId, version, type, at, actor, application, entity } = entry;
  const stream = maskStreamDigest(entry.stream);
  const hidesId = isIdRevealing(type, data);
  return {
    position,
    eventId: hidesId ? HIDDEN : eventId,
    // Short values could be guessed from the stream's digest.
    stream,
    // Reveals how often the value was claimed.
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

import { mapInBatches } from '#platform/cooperative-scheduler.js';
import {
  type TimelineEntry,
  timelineIndexes,
} from '#projections/read-models/timeline/timeline-projection.js';
import { listSearchWords, matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { listTitlesThenAndNow } from './action-titles.js';
import type { ChangeTest } from './changed-fields.js';
import { findEventRights, type TimelineViewer } from './event-rights.js';
import { EventWords, findVocabularies, getSpecificationVersion } from './event-wording.js';
import type { RedactedPayload, VisibleEvent } from './redact-event.js';
import { toVisibleEvents, redactEntry, type Redaction } from './redact-events.js';

interface TimelineSearch {
  readonly search?: string;
  /** The viewer may not know every action that the filter finds. */
  readonly asksForAction: boolean;
  readonly named: ReadonlySet<string>;
  readonly changes?: ChangeTest | undefined;
  readonly number?: ChangeTest | undefined;
}

/** undefined: only hidden content matches. */
export async function filterVisibleMatches(
  sources: QueryDependencies,
  entries: readonly TimelineEntry[],
  { search, asksForAction, named, changes, number, ...watching }: TimelineViewer & TimelineSearch,
): Promise<readonly (VisibleEvent | undefined)[]> {
  const [rights, known] = await Promise.all([
    findEventRights(sources, entries, watching),
    findVocabularies(sources, entries, watching.published),
  ]);
  const searched = search === undefined ? [] : [...splitWords([search])];
  return mapInBatches(entries, async (slice) => {
    const found = slice.flatMap((entry): Redaction[] => {
      const visible = redactEntry(entry, rights(entry), watching.viewer);
      const words = EventWords.of(entry, known);
      const version = getSpecificationVersion(entry);
      if (changes && !changes(visible.data, words, version)) return [];
      if (!visible.redacted && !number) return [{ entry, words, visible }];
      // The name of a hidden action must not find it.
      if (asksForAction && visible.action === null) return [];
      const isFound =
        (entry.subject !== null && named.has(entry.subject)) ||
        isFoundIn(visible, searched, listTitlesThenAndNow(words, visible.action)) ||
        number?.(visible.data, words, version) === true;
      return isFound ? [{ entry, words, visible }] : [];
    });
    const opened = new Map((await toVisibleEvents(sources, found)).map((event) => [event.position, event]));
    return slice.map(({ position }) => opened.get(position));
  });
}

/** Every word begins a visible word; sealed values are not searched. */
function isFoundIn(
  { data, metadata }: RedactedPayload,
  words: readonly string[],
  titles: readonly string[],
): boolean {
  return matchesAllWords(words, [
    ...splitWords(titles),
    ...listSearchWords({ data, metadata }, timelineIndexes.text),
  ]);
}

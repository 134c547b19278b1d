import type { TimelineItem } from '../view-models/timeline-item.js';

export interface EntryWithRepeats {
  readonly item: TimelineItem;
  readonly repeats: readonly TimelineItem[];
}

/** @param items in display order */
export function foldRepeats(items: readonly TimelineItem[]): readonly EntryWithRepeats[] {
  const [item, ...rest] = items;
  if (!item) return [];
  const end = rest.findIndex((other) => !isRepeat(item, other));
  const repeats = end < 0 ? rest : rest.slice(0, end);
  return [{ item, repeats }, ...foldRepeats(rest.slice(repeats.length))];
}

/** System events only. */
const isRepeat = (one: TimelineItem, other: TimelineItem): boolean =>
  [one, other].every((each) => each.isSentence && each.changes.length === 0 && each.reason === undefined) &&
  one.type === other.type &&
  one.verb === other.verb &&
  one.text === other.text;

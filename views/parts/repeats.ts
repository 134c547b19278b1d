// Neighbouring entries that say the same, such as a call's failed attempts: the newest is shown, the others are folded below it.
import type { TimelineItem } from '../view-models/timeline-item.js';

export interface EntryWithRepeats {
  readonly item: TimelineItem;
  /** Those of before it that say the same, in their order. */
  readonly repeats: readonly TimelineItem[];
}

/** @param items in the order in which they are shown */
export function foldRepeats(items: readonly TimelineItem[]): readonly EntryWithRepeats[] {
  const [item, ...rest] = items;
  if (!item) return [];
  const end = rest.findIndex((other) => !saysTheSame(item, other));
  const repeats = end < 0 ? rest : rest.slice(0, end);
  return [{ item, repeats }, ...foldRepeats(rest.slice(repeats.length))];
}

/** Only sentences of Daybook's own: what a person did stands by itself. */
const saysTheSame = (one: TimelineItem, other: TimelineItem): boolean =>
  [one, other].every((each) => each.isSentence && each.changes.length === 0 && each.reason === undefined) &&
  one.type === other.type &&
  one.verb === other.verb &&
  one.text === other.text;

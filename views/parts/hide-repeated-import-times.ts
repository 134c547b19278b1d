import type { TimelineItem } from '../view-models/timeline-item.js';

const ONE_GO_MS = 10 * 60_000;

export function hideRepeatedImportTimes(items: readonly TimelineItem[]): readonly TimelineItem[] {
  return items.map((item, index) => {
    const before = items[index - 1];
    if (before === undefined || !isOfOneGo(item, before)) return item;
    const { recordedAt: _, imported: _log, ...rest } = item;
    return rest;
  });
}

function isOfOneGo(item: TimelineItem, before: TimelineItem): boolean {
  if (item.imported !== before.imported) return false;
  const [at, atBefore] = [item, before].map(({ recordedAt }) => recordedAt);
  if (at === undefined || atBefore === undefined) return at === atBefore && item.imported !== undefined;
  return Math.abs(Date.parse(at) - Date.parse(atBefore)) < ONE_GO_MS;
}

import type { DecidedEvent } from '../event.js';
import type { TimelineExported } from './timeline-export-events.js';

export const foldTimelineExport = (events: readonly unknown[]): boolean => events.length > 0;

/** One file, one event. */
export const recordTimelineExport = (
  isRecorded: boolean,
  exported: Omit<TimelineExported['data'], 'otherFilters'>,
): readonly DecidedEvent<TimelineExported>[] =>
  isRecorded
    ? []
    : [{ type: 'timeline.exported', data: { ...exported, ...pickStoredFilters(exported.filter) } }];

/** Choices, days and positions; others hold texts that people wrote. */
const STORED_FILTERS: ReadonlySet<string> = new Set([
  ...['application', 'person', 'type', 'month', 'from', 'until', 'order', 'as', 'within'],
  ...['time', 'recorded', 'position'].flatMap((range) => [`${range}.from`, `${range}.until`]),
]);

function pickStoredFilters(
  filter: Readonly<Record<string, string>>,
): Pick<TimelineExported['data'], 'filter' | 'otherFilters'> {
  const set = Object.entries(filter).filter(([, value]) => value !== '');
  return {
    filter: Object.fromEntries(set.filter(([name]) => STORED_FILTERS.has(name))),
    otherFilters: set.flatMap(([name]) => (STORED_FILTERS.has(name) ? [] : [name])),
  };
}

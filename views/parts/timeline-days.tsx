import { type Formats } from '../format.js';
import type { TimelineItem as Item } from '../view-models/timeline-item.js';
import { hideRepeatedImportTimes } from './hide-repeated-import-times.js';
import { TimelineItem } from './timeline-item.js';

interface Props {
  readonly items: readonly Item[];
  /** '' = by recording time, 'happened'. */
  readonly order: string;
  readonly formats: Formats;
}

export function TimelineDays({ items, order, formats }: Props) {
  const shown = hideRepeatedImportTimes(order === 'happened' ? items : items.map(asWrittenDown));
  return byDay(shown, formats).map(([day, ofDay]) => (
    <div key={ofDay[0]?.position} className="db-day">
      <h2>{formats.dayHeading(ofDay[0]?.at ?? day)}</h2>
      <ol className="card db-timeline">
        {ofDay.map((item) => (
          <li key={item.position}>
            <TimelineItem item={item} formats={formats} timeOnly />
          </li>
        ))}
      </ol>
    </div>
  ));
}

/** Lists by recording time also show the time of occurrence. */
function asWrittenDown(item: Item): Item {
  const { at, recordedAt, ...rest } = item;
  return recordedAt === undefined ? item : { ...rest, at: recordedAt, happenedAt: at };
}

/** By the reader's local day, without reordering. */
function byDay(items: readonly Item[], formats: Formats): (readonly [string, Item[]])[] {
  const days: (readonly [string, Item[]])[] = [];
  for (const item of items) {
    const day = formats.day(item.at);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(item);
    else days.push([day, [item]]);
  }
  return days;
}

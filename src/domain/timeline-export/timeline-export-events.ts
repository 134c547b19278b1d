// Who took events out of the timeline. Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

export type TimelineExported = Event<
  'timeline.exported',
  {
    readonly format: 'csv' | 'jsonl';
    /** As in the address; without texts, which may be personal and which a log cannot forget. */
    readonly filter: Readonly<Record<string, string>>;
    /** Names of the filters that were set, too. */
    readonly otherFilters: readonly string[];
    /** Log position up to which events are in it. */
    readonly upTo: number;
    readonly events: number;
    /** Hex SHA-256 of the file; empty: broken off. */
    readonly sha256: string;
  }
>;

export const timelineExportEventTypes: EventTypeMap<TimelineExported> = {
  'timeline.exported': {
    stream: 'timeline-export-<export>',
    when: 'Somebody exported events of the audit timeline as CSV or JSON Lines. It is written with the end of the file, which is not complete without it.',
    title: 'Timeline exported',
    kind: 'bookkeeping',
    verbPhrase: 'exported events of the timeline',
    describe: ({ sha256 }) => `${sha256 === '' ? 'began to export' : 'exported'} events of the timeline`,
    members: {
      format: '`csv` or `jsonl`',
      filter:
        'which events: filter → value, as in the address of the timeline; left out are texts that were searched for, as a log cannot forget them',
      otherFilters: 'names of the filters whose values are left out',
      upTo: 'position of the log up to which events are in it',
      // A count depends on what the exporter may read.
      events: { means: 'how many events were written', visibility: 'nobody' },
      sha256: 'SHA-256 of the whole file, in hex; empty: the download was broken off',
    },
    upcasts: [],
  },
};

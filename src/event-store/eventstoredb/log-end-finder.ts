// Where the log ends: its last event of ours. What stands behind it may be millions of others' events, so each search ends where an
// earlier one began.
import type { ReadEvent } from './grpc-client.js';
import { isDaybooks, toPosition } from './convert-events.js';
import type { StreamReader } from './stream-reader.js';

export interface LogEnd {
  /** The last event of ours; undefined: there is none. */
  last(): Promise<ReadEvent | undefined>;
  /** Its position; 0: there is none. */
  head(): Promise<number>;
  /** It may be another log from here on. */
  forget(): void;
}

interface KnownEnd {
  /** Every event up to here was looked at. */
  readonly upTo: bigint;
  /** Our last event up to there. */
  readonly ours: ReadEvent | undefined;
}

interface RunningSearch {
  readonly upTo: bigint;
  readonly found: Promise<ReadEvent | undefined>;
}

export function createLogEnd(reader: Pick<StreamReader, 'lastOfLog' | 'findLast'>): LogEnd {
  let known: KnownEnd | undefined;
  let running: RunningSearch | undefined;
  /** What began before the latest `forget` may be of another log. */
  let epoch = 0;

  async function last(): Promise<ReadEvent | undefined> {
    const begun = epoch;
    const end = await reader.lastOfLog();
    if (begun !== epoch) return last();
    if (!end) return undefined;
    const upTo = end.position ?? 0n;
    if (known && known.upTo > upTo) known = undefined;
    if (isDaybooks(end)) return keep({ upTo, ours: end });
    if (known?.upTo === upTo) return known.ours;
    // Who asks meanwhile waits for the same search, unless something may have been written since it began.
    if (!running || running.upTo < upTo) running = { upTo, found: search(upTo) };
    return running.found;
  }

  async function search(upTo: bigint): Promise<ReadEvent | undefined> {
    const [before, begun] = [known, epoch];
    try {
      const found = await reader.findLast(
        (event) => isDaybooks(event) || (before !== undefined && (event.position ?? 0n) <= before.upTo),
      );
      const ours = found && isDaybooks(found) ? found : before?.ours;
      return begun === epoch ? keep({ upTo, ours }) : ours;
    } finally {
      if (begun === epoch && running?.upTo === upTo) running = undefined;
    }
  }

  function keep(end: KnownEnd): ReadEvent | undefined {
    if (!known || known.upTo < end.upTo) known = end;
    return end.ours;
  }

  return {
    last,
    head: async () => {
      const ours = await last();
      return ours ? toPosition(ours.position) : 0;
    },
    forget() {
      epoch++;
      known = running = undefined;
    },
  };
}

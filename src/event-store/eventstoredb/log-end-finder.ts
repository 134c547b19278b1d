import type { ReadEvent } from './grpc-client.js';
import { isDaybookEvent, toLogPosition } from './convert-events.js';
import type { StreamReader } from './stream-reader.js';

export interface LogEndFinder {
  findLastEvent(): Promise<ReadEvent | undefined>;
  /** 0: empty log. */
  findHead(): Promise<number>;
  /** Call when the log may have been replaced. */
  reset(): void;
}

interface KnownEnd {
  readonly upTo: bigint;
  readonly lastOwnEvent: ReadEvent | undefined;
}

interface RunningSearch {
  readonly upTo: bigint;
  readonly found: Promise<ReadEvent | undefined>;
}

export function createLogEndFinder(reader: Pick<StreamReader, 'readLastOfLog' | 'findLast'>): LogEndFinder {
  let known: KnownEnd | undefined;
  let running: RunningSearch | undefined;
  let epoch = 0;

  async function findLastEvent(): Promise<ReadEvent | undefined> {
    const begun = epoch;
    const end = await reader.readLastOfLog();
    if (begun !== epoch) return findLastEvent();
    if (!end) return undefined;
    const upTo = end.position ?? 0n;
    if (known && known.upTo > upTo) known = undefined;
    if (isDaybookEvent(end)) return remember({ upTo, lastOwnEvent: end });
    if (known?.upTo === upTo) return known.lastOwnEvent;
    if (!running || running.upTo < upTo) running = { upTo, found: search(upTo) };
    return running.found;
  }

  async function search(upTo: bigint): Promise<ReadEvent | undefined> {
    const [before, begun] = [known, epoch];
    try {
      const found = await reader.findLast(
        (event) => isDaybookEvent(event) || (before !== undefined && (event.position ?? 0n) <= before.upTo),
      );
      const ours = found && isDaybookEvent(found) ? found : before?.lastOwnEvent;
      return begun === epoch ? remember({ upTo, lastOwnEvent: ours }) : ours;
    } finally {
      if (begun === epoch && running?.upTo === upTo) running = undefined;
    }
  }

  function remember(end: KnownEnd): ReadEvent | undefined {
    if (!known || known.upTo < end.upTo) known = end;
    return end.lastOwnEvent;
  }

  return {
    findLastEvent,
    findHead: async () => {
      const ours = await findLastEvent();
      return ours ? toLogPosition(ours.position) : 0;
    },
    reset() {
      epoch++;
      known = running = undefined;
    },
  };
}

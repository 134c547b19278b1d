// Where the log ends: its last event of ours. What stands behind it may be millions of others' events, so each question goes on
// from where the last one has looked, and all who ask meanwhile wait for one search.
import type { ReadEvent } from './answers.js';
import { isDaybooks, toPosition } from './stored-event.js';
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
  /** Up to here everything was looked at. */
  readonly upTo: bigint;
  /** Our last event up to there. */
  readonly ours: ReadEvent | undefined;
}

const FIRST_PAGE = 1;
const PAGE = 1_000;

type LogEndReader = Pick<StreamReader, 'on' | 'back'>;

export function createLogEnd(reader: LogEndReader): LogEnd {
  let seen: KnownEnd | undefined;
  let times = 0;
  let searching: Promise<void> | undefined;

  const forget = () => {
    seen = undefined;
    times++;
  };
  const looked = (upTo: bigint) => (seen && seen.upTo >= upTo ? seen : undefined);

  async function last(): Promise<ReadEvent | undefined> {
    const before = seen;
    const [end] = await reader.back(undefined, 1, true);
    if (!end) return undefined;
    const upTo = end.position ?? 0n;
    if (before && before.upTo > upTo) forget();
    if (isDaybooks(end)) return (seen = { upTo, ours: end }).ours;
    for (;;) {
      const known = looked(upTo);
      if (known) return known.ours;
      await (searching ??= search(upTo).finally(() => (searching = undefined)));
    }
  }

  async function search(upTo: bigint): Promise<void> {
    const [from, begun] = [seen, times];
    // What was looked at so far is known, also where somebody's patience ends before it is all.
    const soFar = (known: KnownEnd) => {
      if (times === begun) seen = known;
    };
    const ours = from ? await lastSince(reader, from, upTo, soFar) : await lastOfOurs(reader);
    soFar({ upTo, ours });
  }

  return {
    last,
    head: async () => {
      const ours = await last();
      return ours ? toPosition(ours.position) : 0;
    },
    forget,
  };
}

async function lastOfOurs(reader: Pick<StreamReader, 'back'>): Promise<ReadEvent | undefined> {
  let before: bigint | undefined;
  for (let most = FIRST_PAGE; ; most = PAGE) {
    const page = await reader.back(before, most);
    const ours = page.find(isDaybooks);
    if (ours || page.length < most) return ours;
    before = page.at(-1)!.position;
  }
}

async function lastSince(
  reader: Pick<StreamReader, 'on'>,
  { upTo, ours }: KnownEnd,
  end: bigint,
  soFar: (seen: KnownEnd) => void,
): Promise<ReadEvent | undefined> {
  let last = ours;
  for (let from = upTo; ;) {
    const page = await reader.on(from, PAGE);
    last = page.findLast(isDaybooks) ?? last;
    const reached = page.at(-1)?.position;
    if (reached === undefined || page.length < PAGE || reached >= end || reached === from) return last;
    from = reached;
    soFar({ upTo: from, ours: last });
  }
}

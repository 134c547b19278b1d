// Where the log ends: its last event of ours. What stands behind it may be millions of others' events, so each question goes on
// from where the last one has looked.
import { isDaybooks, toPosition } from './stored-event.js';
import type { StreamReader } from './stream-reader.js';

export interface LogEnd {
  /** Position of the last event; 0: there is none. */
  head(): Promise<number>;
  /** It may be another log from here on. */
  forget(): void;
}

interface KnownEnd {
  /** Up to here everything was looked at. */
  readonly upTo: bigint;
  /** Position of our last event up to there; 0: none. */
  readonly head: number;
}

const FIRST_PAGE = 1;
const PAGE = 1_000;

export function createLogEnd(reader: Pick<StreamReader, 'on' | 'back'>): LogEnd {
  let seen: KnownEnd | undefined;

  return {
    async head() {
      const known = seen;
      const [last] = await reader.back(undefined, 1, true);
      const upTo = last?.position ?? 0n;
      const next = { upTo, head: await find(known) };
      seen = next;
      return next.head;

      async function find(before: KnownEnd | undefined): Promise<number> {
        if (!last) return 0;
        if (isDaybooks(last)) return toPosition(last.position);
        if (!before || before.upTo > upTo) return lastOfOurs(reader);
        // What was looked at so far is known, also where somebody's patience ends before it is all.
        return before.upTo === upTo ? before.head : lastSince(reader, before, upTo, (so) => (seen = so));
      }
    },
    forget: () => (seen = undefined),
  };
}

async function lastOfOurs(reader: Pick<StreamReader, 'back'>): Promise<number> {
  let before: bigint | undefined;
  for (let most = FIRST_PAGE; ; most = PAGE) {
    const page = await reader.back(before, most);
    const ours = page.find(isDaybooks);
    if (ours) return toPosition(ours.position);
    if (page.length < most) return 0;
    before = page.at(-1)!.position;
  }
}

async function lastSince(
  reader: Pick<StreamReader, 'on'>,
  { upTo, head }: KnownEnd,
  end: bigint,
  soFar: (seen: KnownEnd) => void,
): Promise<number> {
  let last = head;
  for (let from = upTo; ;) {
    const page = await reader.on(from, PAGE);
    last = page.reduce((found, each) => (isDaybooks(each) ? toPosition(each.position) : found), last);
    const reached = page.at(-1)?.position;
    if (reached === undefined || page.length < PAGE || reached >= end || reached === from) return last;
    from = reached;
    soFar({ upTo: from, head: last });
  }
}

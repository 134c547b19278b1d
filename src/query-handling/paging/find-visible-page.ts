// Full pages of what one person may see, where the read model alone cannot tell what that is.
import { encodeCursor, toComparableValue, getValueAt, type Query } from '#projections/port/query.js';
import type { Documents } from '#projections/port/projection.js';
import type { CursorSeal } from '../query-dependencies.js';

export interface VisiblePage<Visible> {
  readonly items: readonly Visible[];
  readonly next?: string;
  readonly previous?: string;
}

/** Documents → what is seen of them, in the same order; undefined = not for this person. */
export type VisibilityFilter<Doc, Visible> = (
  documents: readonly Doc[],
) => Promise<readonly (Visible | undefined)[]>;

export type DocumentSource<Doc> = Pick<Documents<Doc>, 'find'>;

/** How many documents one request looks through at most. Then the page may be short, and leads on where it stopped. */
const MOST_SCANNED = 5_000;
/** Most pages are full soon; where they are not, larger batches cost less, as long as nobody waits for one of them. */
const FIRST_BATCH = 100;
const LARGEST_BATCH = 250;

/** One page where every document that the query finds is seen. */
export async function findVisiblePage<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  see: VisibilityFilter<Doc, Visible>,
): Promise<VisiblePage<Visible>> {
  const { documents, next, previous } = await source.find(query);
  const items = (await see(documents)).filter((seen) => seen !== undefined);
  return { items, next, previous };
}

/**
 * One page where documents have to be looked at one by one: reads on until the page is full and one more is known.
 * Cursors hold values of the first and the last item only; where they cannot, they are sealed: a cursor can be read.
 */
export async function scanPage<Doc extends { readonly id: string }, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  see: VisibilityFilter<Doc, Visible>,
  seal: CursorSeal,
  most = MOST_SCANNED,
): Promise<VisiblePage<Visible>> {
  const opened = { ...query, cursor: query.cursor && seal.open(query.cursor) };
  const { kept, overflow, stoppedAt } = await gather(source, opened, see, most);
  const [first, last] = [kept[0], kept.at(-1)];
  const onward = overflow ? last && createCursor(last.document, query) : stoppedAt && seal.close(stoppedAt);
  const back = query.cursor && first && createCursor(first.document, query);
  const items = kept.map(({ seen }) => seen);
  return query.backwards === true
    ? { items: items.toReversed(), previous: onward, next: back }
    : { items, next: onward, previous: back };
}

export const createCursor = (document: { readonly id: string }, { sort }: Pick<Query, 'sort'>): string =>
  encodeCursor({ value: toComparableValue(getValueAt(document, sort?.path ?? 'id')), id: document.id });

interface VisibleItem<Doc, Visible> {
  readonly document: Doc;
  readonly seen: Visible;
}

interface ScannedPage<Doc, Visible> {
  /** From the cursor outwards. */
  readonly kept: readonly VisibleItem<Doc, Visible>[];
  readonly overflow?: boolean;
  /** Where scanning stopped because it was too much. */
  readonly stoppedAt?: string;
}

async function gather<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  see: VisibilityFilter<Doc, Visible>,
  most: number,
): Promise<ScannedPage<Doc, Visible>> {
  const backwards = query.backwards === true;
  const kept: VisibleItem<Doc, Visible>[] = [];
  let { cursor } = query;
  for (let scanned = 0, batch = FIRST_BATCH; scanned < most; batch = larger(batch)) {
    const limit = Math.min(batch, most - scanned);
    const page = await source.find({ ...query, cursor, limit, onwardOnly: true });
    const found = (await see(page.documents)).flatMap((seen, index) =>
      seen === undefined ? [] : [{ document: page.documents[index]!, seen }],
    );
    for (const each of backwards ? found.toReversed() : found) kept.push(each);
    if (kept.length > query.limit) return { kept: kept.slice(0, query.limit), overflow: true };
    scanned += page.documents.length;
    cursor = backwards ? page.previous : page.next;
    if (cursor === undefined) return { kept };
  }
  return { kept, stoppedAt: cursor };
}

const larger = (batch: number): number => Math.min(batch * 4, LARGEST_BATCH);

/** Counts what is seen, looking at no more than `most` documents. */
export async function scanCount<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Pick<Query, 'filter'>,
  see: VisibilityFilter<Doc, Visible>,
  most = MOST_SCANNED,
): Promise<{ readonly count: number; readonly more: boolean }> {
  let count = 0;
  let cursor: string | undefined;
  for (let scanned = 0; scanned < most; scanned += LARGEST_BATCH) {
    const limit = Math.min(LARGEST_BATCH, most - scanned);
    const page = await source.find({ ...query, cursor, limit, onwardOnly: true });
    count += (await see(page.documents)).filter((seen) => seen !== undefined).length;
    cursor = page.next;
    if (cursor === undefined) return { count, more: false };
  }
  return { count, more: true };
}

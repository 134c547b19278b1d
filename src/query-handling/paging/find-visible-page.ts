// Fills pages if only evaluation tells what is visible.
import { encodeCursor, toComparableValue, getValueAt, type Query } from '#projections/port/query.js';
import type { Documents } from '#projections/port/projection.js';
import type { CursorSeal } from '../query-dependencies.js';

export interface VisiblePage<Visible> {
  readonly items: readonly Visible[];
  readonly next?: string;
  readonly previous?: string;
}

export type VisibilityFilter<Doc, Visible> = (
  documents: readonly Doc[],
) => Promise<readonly (Visible | undefined)[]>;

export type DocumentSource<Doc> = Pick<Documents<Doc>, 'find'>;

/** The page may then be short, with a cursor. */
const MAX_SCANNED = 5_000;
/** Large batches are cheap, small ones responsive. */
const FIRST_BATCH = 100;
const LARGEST_BATCH = 250;

/** All matches are visible. */
export async function findVisiblePage<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  filterVisible: VisibilityFilter<Doc, Visible>,
): Promise<VisiblePage<Visible>> {
  const { documents, next, previous } = await source.find(query);
  const items = (await filterVisible(documents)).filter((visible) => visible !== undefined);
  return { items, next, previous };
}

/**
 * Reads until one match beyond the page, or `most` documents (`stopped`). Cursors with values of invisible items are
 * sealed.
 */
export async function scanPage<Doc extends { readonly id: string }, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  filterVisible: VisibilityFilter<Doc, Visible>,
  seal: CursorSeal,
  most = MAX_SCANNED,
): Promise<VisiblePage<Visible> & { readonly stopped?: true }> {
  const opened = { ...query, cursor: query.cursor && seal.open(query.cursor) };
  const { visibleItems, overflow, stoppedAt } = await collectVisible(source, opened, filterVisible, most);
  const [first, last] = [visibleItems[0], visibleItems.at(-1)];
  const onward = overflow ? last && createCursor(last.document, query) : stoppedAt && seal.close(stoppedAt);
  const back = query.cursor && first && createCursor(first.document, query);
  const items = visibleItems.map(({ visible }) => visible);
  const stopped = stoppedAt !== undefined && ({ stopped: true } as const);
  return query.backwards === true
    ? { items: items.toReversed(), previous: onward, next: back, ...stopped }
    : { items, next: onward, previous: back, ...stopped };
}

export const createCursor = (document: { readonly id: string }, { sort }: Pick<Query, 'sort'>): string =>
  encodeCursor({ value: toComparableValue(getValueAt(document, sort?.path ?? 'id')), id: document.id });

interface VisibleItem<Doc, Visible> {
  readonly document: Doc;
  readonly visible: Visible;
}

interface ScannedPage<Doc, Visible> {
  /** From the cursor outwards. */
  readonly visibleItems: readonly VisibleItem<Doc, Visible>[];
  readonly overflow?: boolean;
  readonly stoppedAt?: string;
}

async function collectVisible<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Query,
  filterVisible: VisibilityFilter<Doc, Visible>,
  most: number,
): Promise<ScannedPage<Doc, Visible>> {
  const backwards = query.backwards === true;
  const visibleItems: VisibleItem<Doc, Visible>[] = [];
  let { cursor } = query;
  for (let scanned = 0, batch = FIRST_BATCH; scanned < most; batch = larger(batch)) {
    const limit = Math.min(batch, most - scanned);
    const page = await source.find({ ...query, cursor, limit, onwardOnly: true });
    const found = (await filterVisible(page.documents)).flatMap((visible, index) =>
      visible === undefined ? [] : [{ document: page.documents[index]!, visible }],
    );
    for (const each of backwards ? found.toReversed() : found) visibleItems.push(each);
    if (visibleItems.length > query.limit)
      return { visibleItems: visibleItems.slice(0, query.limit), overflow: true };
    scanned += page.documents.length;
    cursor = backwards ? page.previous : page.next;
    if (cursor === undefined) return { visibleItems };
  }
  return { visibleItems, stoppedAt: cursor };
}

const larger = (batch: number): number => Math.min(batch * 4, LARGEST_BATCH);

export const scanCount = <Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Pick<Query, 'filter'>,
  filterVisible: VisibilityFilter<Doc, Visible>,
  most?: number,
): Promise<VisibleCount> =>
  scanVisible(source, query, filterVisible, { ...(most !== undefined && { most }) });

interface VisibleCount {
  readonly count: number;
  readonly more: boolean;
}

interface VisibleScan<Visible> {
  readonly most?: number;
  readonly visit?: (visible: Visible) => void;
}

/** Visits and counts the visible ones among at most `most` documents. */
export async function scanVisible<Doc, Visible>(
  source: DocumentSource<Doc>,
  query: Pick<Query, 'filter'>,
  filterVisible: VisibilityFilter<Doc, Visible>,
  { most = MAX_SCANNED, visit }: VisibleScan<Visible>,
): Promise<VisibleCount> {
  let count = 0;
  let cursor: string | undefined;
  for (let scanned = 0; scanned < most; scanned += LARGEST_BATCH) {
    const limit = Math.min(LARGEST_BATCH, most - scanned);
    const page = await source.find({ ...query, cursor, limit, onwardOnly: true });
    const visible = (await filterVisible(page.documents)).filter((each) => each !== undefined);
    count += visible.length;
    if (visit) visible.forEach(visit);
    cursor = page.next;
    if (cursor === undefined) return { count, more: false };
  }
  return { count, more: true };
}

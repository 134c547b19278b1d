// What every adapter makes of the rows it found: a page with its cursors, in the order that was asked for.
import { type Cursor, cursorText } from './cursor.js';
import type { Page, Query } from './query.js';

export interface PageSlice<Doc> {
  /** In the direction that was walked. */
  readonly documents: readonly Doc[];
  /** Where the walk goes on; undefined: it has come to its end. */
  readonly ahead: Cursor | undefined;
  /** Where the way back begins; undefined: there is nothing before. */
  readonly behind: Cursor | undefined;
}

/** What was walked backwards is turned round. */
export function toPage<Doc>({ backwards }: Query, { documents, ahead, behind }: PageSlice<Doc>): Page<Doc> {
  const [next, previous] = backwards === true ? [behind, ahead] : [ahead, behind];
  return {
    documents: backwards === true ? [...documents].reverse() : documents,
    ...(next && { next: cursorText(next) }),
    ...(previous && { previous: cursorText(previous) }),
  };
}

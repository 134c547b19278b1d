// A cursor says where a page ended: the value sorted by, and the id that breaks ties.
import { type ComparableValue, comparableValue } from './path.js';
import { BadCursor } from './failures.js';
import type { Page, Query } from './query.js';

export interface Cursor {
  readonly value: ComparableValue;
  readonly id: string;
}

export function cursorText({ value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** Throws `BadCursor`. */
export function parseCursor(text: string): Cursor {
  const bad = new BadCursor('This page link is damaged. Go back to the first page.');
  if (text.length > 100_000 || !/^[\w-]+$/.test(text)) throw bad;
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw bad;
  }
  if (!Array.isArray(parsed) || parsed.length !== 2 || typeof parsed[1] !== 'string') throw bad;
  return { value: comparableValue(parsed[0]), id: parsed[1] };
}

// What every adapter makes of the rows it found: a page with its cursors, in the order that was asked for.
interface PageSlice<Doc> {
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

// A cursor says where a page ended: the value sorted by, and the id that breaks ties.
import { type ComparableValue, comparableValue } from './path.js';
import { BadCursor } from './failures.js';

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

// Checks size and depth before parsing, in steps that do not block the event loop.
import { runCooperatively, yieldToEventLoop } from '#platform/cooperative-scheduler.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

/** Siblings in an object or array; above any entity's size. */
export const MAX_BODY_MEMBERS = 1_000;
const MAX_VALUES = 30_000;
const MAX_DEPTH = 16;
/** Characters per step. */
const PIECE = 16_384;

export const createTooManyMembersRefusal = () =>
  createBuiltInRefusal('TOO_LARGE_REQUEST', {
    max: createPhrase('max.names-or-rows', { count: MAX_BODY_MEMBERS }),
  });

/** Throws `Refused` for invalid or oversized JSON. */
export async function parseJson(text: string): Promise<unknown> {
  await runCooperatively(lookThrough(text));
  if (text.length > PIECE) await yieldToEventLoop();
  try {
    return JSON.parse(text);
  } catch {
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.no-json') });
  }
}

/** Bounds nesting, so that `[[[[…` cannot overflow the stack. */
function* lookThrough(text: string): Generator<undefined, void, undefined> {
  /** Per open bracket: number of values in it. */
  const open: number[] = [];
  let values = 0;
  let piece = PIECE;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ']' || character === '}') open.pop();
    else if (character === '[' || character === '{') open.push(0);
    if (character === '[' || character === '{' || character === ',') {
      open.push((open.pop() ?? 0) + 1);
      refuseBeyond(open, (values += 1));
    }
    if (index > piece) {
      piece = index + PIECE;
      yield;
    }
  }
}

function refuseBeyond(open: readonly number[], values: number): void {
  if (open.length > MAX_DEPTH)
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.too-deep', { depth: MAX_DEPTH }) });
  if (values > MAX_VALUES)
    throw createBuiltInRefusal('TOO_LARGE_REQUEST', {
      max: createPhrase('max.values', { count: MAX_VALUES }),
    });
  if ((open.at(-1) ?? 0) > MAX_BODY_MEMBERS) throw createTooManyMembersRefusal();
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));

/** Index of the closing quote, or the end. Throws `Refused` for lone surrogates. */
function endOfString(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    index += code === BACKSLASH ? lengthOfEscape(text, index) : 1;
  }
  return index;
}

/** Lone surrogates, which cannot be stored as UTF-8, only occur as escapes. */
function lengthOfEscape(text: string, at: number): number {
  const half = surrogateAt(text, at);
  if (half === undefined) return 2;
  if (half === 'high' && surrogateAt(text, at + 6) === 'low') return 12;
  throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.half-character') });
}

/** Invalid hex digits are left to the parser. */
function surrogateAt(text: string, at: number): 'high' | 'low' | undefined {
  if (text[at] !== '\\' || text[at + 1] !== 'u' || (text[at + 2] !== 'd' && text[at + 2] !== 'D'))
    return undefined;
  const digit = text[at + 3] ?? ' ';
  return '89abAB'.includes(digit) ? 'high' : 'cdefCDEF'.includes(digit) ? 'low' : undefined;
}

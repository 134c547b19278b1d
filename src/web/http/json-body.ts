// JSON bodies: looked through before anything is made of them, in pieces, so that the largest one stops nobody.
import { runCooperatively, yieldToEventLoop } from '#platform/cooperative-scheduler.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { builtInRefusal } from '../built-in-refusal.js';

/** Members of an object or rows of a table; more than any entity has. */
export const MAX_BESIDE = 1_000;
/** No record has as many values; deeper, nothing of ours is. */
const MAX_VALUES = 30_000;
const MAX_DEPTH = 16;
/** Signs that are looked through in a fraction of a turn. */
const PIECE = 16_384;

export const tooManyBeside = () =>
  builtInRefusal('TOO_LARGE_REQUEST', { max: createPhrase('max.names-or-rows', { count: MAX_BESIDE }) });

/** Throws `Refused` for what is no JSON, and for more of it than any record has. */
export async function parseJson(text: string): Promise<unknown> {
  await runCooperatively(lookThrough(text));
  if (text.length > PIECE) await yieldToEventLoop();
  try {
    return JSON.parse(text);
  } catch {
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.no-json') });
  }
}

/** `[[[[…` would go deeper than any walk through its value could follow. */
function* lookThrough(text: string): Generator<undefined, void, undefined> {
  /** Of each `[` and `{` that is open: how many values stand in it. */
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
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.too-deep', { depth: MAX_DEPTH }) });
  if (values > MAX_VALUES)
    throw builtInRefusal('TOO_LARGE_REQUEST', { max: createPhrase('max.values', { count: MAX_VALUES }) });
  if ((open.at(-1) ?? 0) > MAX_BESIDE) throw tooManyBeside();
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((sign) => sign.charCodeAt(0));

/** Of its closing quote; of the text where there is none. Throws `Refused` for half a character. */
function endOfString(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    index += code === BACKSLASH ? lengthOfEscape(text, index) : 1;
  }
  return index;
}

/** Half a surrogate pair cannot be stored as UTF-8; it can only come in by an escape. */
function lengthOfEscape(text: string, at: number): number {
  const half = surrogateAt(text, at);
  if (half === undefined) return 2;
  if (half === 'high' && surrogateAt(text, at + 6) === 'low') return 12;
  throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.half-character') });
}

/** Which half of a pair `\uD83D` is, without its last digits: whether they are some is found out later. */
function surrogateAt(text: string, at: number): 'high' | 'low' | undefined {
  if (text[at] !== '\\' || text[at + 1] !== 'u' || (text[at + 2] !== 'd' && text[at + 2] !== 'D'))
    return undefined;
  const digit = text[at + 3] ?? ' ';
  return '89abAB'.includes(digit) ? 'high' : 'cdefCDEF'.includes(digit) ? 'low' : undefined;
}

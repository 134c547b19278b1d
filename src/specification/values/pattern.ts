// RE2 is linear; JavaScript's engine can take hours.
import { LRUCache } from 'lru-cache';
import { RE2JS, RE2JSException } from 're2js';

export interface Pattern {
  fits(text: string): boolean;
  occursIn(text: string): boolean;
  /** Steps per character. */
  readonly size: number;
}

export interface InvalidPattern {
  readonly wrong: string;
  readonly remedy: string;
}

const MAX_LENGTH = 500;
/** Ten thousand characters then take a fifth of a second. */
const MAX_SIZE = 1500;
const MAX_CACHED = 200;

const patternCache = new LRUCache<string, Pattern | InvalidPattern>({ max: MAX_CACHED });

export function compilePattern(source: string): Pattern | InvalidPattern {
  if (source.length > MAX_LENGTH)
    return {
      wrong: `the pattern is longer than ${MAX_LENGTH} characters`,
      remedy: 'use a rule in section 5 instead',
    };
  const found = patternCache.get(source);
  if (found) return found;
  const made = compiled(source);
  patternCache.set(source, made);
  return made;
}

const LOOKS_AROUND = /\\[1-9]|\\k<|\(\?<?[=!]/;

function compiled(source: string): Pattern | InvalidPattern {
  if (LOOKS_AROUND.test(source))
    return {
      wrong: 'the pattern looks around or back',
      remedy: 'write it without `(?=…)`, `(?!…)`, `(?<…)` and `\\1`',
    };
  try {
    const engine = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = engine.programSize();
    if (size > MAX_SIZE) return TOO_LARGE;
    return { size, fits: (text) => engine.testExact(text), occursIn: (text) => engine.test(text) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    if (/repeat count|nested repetition|too large/.test(error.message)) return TOO_LARGE;
    return {
      wrong: `\`${source.slice(0, 60)}\` is no regular expression`,
      remedy: 'write it like `[A-Z]{2}[0-9]+`',
    };
  }
}

const TOO_LARGE: InvalidPattern = {
  wrong: 'the pattern repeats too much at once',
  remedy: 'write `+` or `*`, and bound the length with `max`',
};

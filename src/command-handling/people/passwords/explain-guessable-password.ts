import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Power of ten, out of reach against argon2id. */
const MIN_GUESSES_LOG10 = 10;
/** More characters cost much and change nothing. */
const MAX_ESTIMATED_LENGTH = 40;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** undefined if not guessable. `about`: the person's names. */
export async function explainGuessablePassword(
  password: string,
  about: readonly string[],
): Promise<Phrase | undefined> {
  const { sequence, guessesLog10 } = (await (estimator ??= load())).check(
    password.normalize('NFKC').slice(0, MAX_ESTIMATED_LENGTH),
    wordsOf(about),
  );
  if (guessesLog10 >= MIN_GUESSES_LOG10) return undefined;
  const names = sequence.map((match) => (match as { dictionaryName?: unknown }).dictionaryName);
  if (names.includes('userInputs')) return createPhrase('why.password-names');
  if (names.some((name) => name !== undefined)) return createPhrase('why.password-common');
  return createPhrase('why.password-pattern');
}

/** The dictionary is large, so it loads on demand. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({ dictionary, graphs: adjacencyGraphs });
}

function wordsOf(about: readonly string[]): string[] {
  const whole = about.map((text) => text.normalize('NFKC').toLowerCase());
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  return [...new Set(['daybook', ...whole, ...parts])];
}

// Whether a password is easily guessed: common ones, keyboard walks, repetitions, and what is known about the person.
import { createPhrase, type Phrase } from '#specification/refusal-words/message-parameters.js';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Guesses, as a power of ten, that a password has to withstand: more than anybody tries against argon2id. */
const ENOUGH = 10;
/** What comes after is not looked at: the answer is the same, and looking at much would keep the server busy. */
const LOOKED_AT = 40;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Why; undefined: it is not. `about`: names of the person. */
export async function explainGuessablePassword(
  password: string,
  about: readonly string[],
): Promise<Phrase | undefined> {
  const { sequence, guessesLog10 } = (await (estimator ??= load())).check(
    password.normalize('NFKC').slice(0, LOOKED_AT),
    wordsOf(about),
  );
  if (guessesLog10 >= ENOUGH) return undefined;
  const names = sequence.map((match) => (match as { dictionaryName?: unknown }).dictionaryName);
  if (names.includes('userInputs')) return createPhrase('why.password-names');
  if (names.some((name) => name !== undefined)) return createPhrase('why.password-common');
  return createPhrase('why.password-pattern');
}

/** The list of common passwords is large, and only needed where somebody chooses one. */
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

// The people a log names: who they are here, and which of its texts speak of them.
import type { LogIds } from './log-ids.js';

const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Scripts that put no blanks between words: each of their signs counts as one. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Shorter names are met in texts that speak of nobody; a sign of an unspaced script says more than a letter. */
const TELLING = { spaced: 3, unspaced: 2 } as const;

interface LogPerson {
  readonly id: string;
  readonly words: readonly string[];
}

export class PeopleOfLog {
  private readonly byName = new Map<string, string>();
  private readonly byFirstWord = new Map<string, LogPerson[]>();

  constructor(names: Iterable<string>, ids: LogIds) {
    for (const name of names) this.add(name, ids.person(name));
  }

  private add(name: string, id: string): void {
    const folded = fold(name);
    this.byName.set(folded, id);
    const words = wordsOf(folded);
    if (!isDistinctive(folded) || words.length === 0) return;
    const others = this.byFirstWord.get(words[0]!);
    if (others) others.push({ id, words });
    else this.byFirstWord.set(words[0]!, [{ id, words }]);
  }

  /** Ids of those whose name it is, or in whose words it speaks, whatever stands between them: a blank, a point, nothing. */
  spokenOf(text: string): readonly string[] {
    const folded = fold(text);
    const found = new Set<string>();
    const whole = this.byName.get(folded);
    if (whole !== undefined) found.add(whole);
    const words = wordsOf(folded);
    words.forEach((word, at) => {
      for (const person of this.byFirstWord.get(word) ?? [])
        if (person.words.every((each, index) => words[at + index] === each)) found.add(person.id);
    });
    return [...found];
  }
}

/** However it is composed, wide or narrow, in capitals or not. */
const fold = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase();

const wordsOf = (text: string): readonly string[] =>
  (text.match(RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? (run.match(SIGN) ?? []) : run));

const isDistinctive = (name: string): boolean =>
  /\p{L}/u.test(name) && name.length >= (UNSPACED.test(name) ? TELLING.unspaced : TELLING.spaced);

import type { LogIdDeriver } from './log-id-deriver.js';

const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Shorter names would match unrelated text. */
const TELLING = { spaced: 3, unspaced: 2 } as const;

interface LogPerson {
  readonly id: string;
  readonly words: readonly string[];
}

export class PeopleOfLog {
  private readonly byName = new Map<string, string>();
  private readonly byFirstWord = new Map<string, LogPerson[]>();

  constructor(names: Iterable<string>, ids: LogIdDeriver) {
    for (const name of names) this.add(name, ids.derivePersonId(name));
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

  /** Whatever separates the words of a name. */
  findMentionedPeople(text: string): readonly string[] {
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

/** Ignores composition, width and case. */
const fold = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase();

const wordsOf = (text: string): readonly string[] =>
  (text.match(RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? (run.match(SIGN) ?? []) : run));

const isDistinctive = (name: string): boolean =>
  /\p{L}/u.test(name) && name.length >= (UNSPACED.test(name) ? TELLING.unspaced : TELLING.spaced);

// The people a log names: who they are here, and which of its texts speak of them.
import { fold } from './activity.js';
import type { LogIds } from './log-ids.js';

/** Shorter names are met in texts that speak of nobody. */
const TELLING = 3;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_.@-]*/gu;

interface Person {
  readonly id: string;
  readonly words: readonly string[];
}

export class PeopleOfLog {
  private readonly byName = new Map<string, string>();
  private readonly byFirstWord = new Map<string, Person[]>();

  constructor(names: Iterable<string>, ids: LogIds) {
    for (const name of names) this.add(name, ids.person(name));
  }

  private add(name: string, id: string): void {
    const folded = fold(name);
    this.byName.set(folded, id);
    const words = wordsOf(folded);
    if (folded.length < TELLING || !/\p{L}/u.test(folded) || words.length === 0) return;
    const others = this.byFirstWord.get(words[0]!);
    if (others) others.push({ id, words });
    else this.byFirstWord.set(words[0]!, [{ id, words }]);
  }

  /** Ids of those whose name it is, or in whose words it speaks. */
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

const wordsOf = (text: string): readonly string[] => (text.match(WORD) ?? []).map(withoutEnd);

/** A full stop at the end of a word ends a sentence, not a name. */
function withoutEnd(word: string): string {
  let end = word.length;
  while ('.@-'.includes(word[end - 1]!)) end--;
  return word.slice(0, end);
}

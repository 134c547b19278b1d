// People by the words that their names begin with. Sign-in names take no part: they stand on no list.
import { matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { ListedPerson } from '../query-dependencies.js';

const wordsOfNames = new WeakMap<readonly ListedPerson[], readonly (readonly string[])[]>();

/** `words`: folded. In the order of `people`. */
export function findPeopleByName(
  people: readonly ListedPerson[],
  words: readonly string[],
): readonly ListedPerson[] {
  let names = wordsOfNames.get(people);
  if (!names) wordsOfNames.set(people, (names = people.map(({ name }) => [...splitWords([name])])));
  return people.filter((_, index) => matchesAllWords(words, names[index]!));
}

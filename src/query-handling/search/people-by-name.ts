// Lists do not show sign-in names, so they do not match.
import { matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { ListedPerson } from '../query-dependencies.js';

const wordsOfNames = new WeakMap<readonly ListedPerson[], readonly (readonly string[])[]>();

export function findPeopleByName(
  people: readonly ListedPerson[],
  words: readonly string[],
): readonly ListedPerson[] {
  let names = wordsOfNames.get(people);
  if (!names) wordsOfNames.set(people, (names = people.map(({ name }) => [...splitWords([name])])));
  return people.filter((_, index) => matchesAllWords(words, names[index]!));
}

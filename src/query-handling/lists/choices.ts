// Query: what a person can choose from. A short list is whole; of a longer one stands what is chosen and what a search finds, never a silent part.
import { foldText } from '#specification/values/fold-text.js';
import type { ListedPerson } from '../query-dependencies.js';

export interface Choice {
  readonly value: string;
  readonly title: string;
}

export interface ChoiceList {
  readonly items: readonly Choice[];
  /** Values that were chosen lately, among the items. */
  readonly lately?: readonly string[];
  /** null: the items are all there is. */
  readonly search: {
    readonly text: string;
    readonly found: number;
    readonly count: ChoiceCount;
    /** It was searched for just now. */
    readonly current?: boolean;
  } | null;
}

interface AskedChoices {
  readonly text: string;
  readonly chosen: readonly Choice[];
  /** Of too many for a list: those that stand there before anything is searched for. */
  readonly first?: readonly Choice[];
  /** Chosen lately, the latest first: they come before the others. */
  readonly lately?: readonly Choice[];
  readonly current?: boolean;
}

interface ChoiceCount {
  readonly count: number;
  readonly more: boolean;
}

/** Longer lists are searched. */
export const LONGEST_LIST = 200;
/** What a search shows; how many there are is said beside it. */
export const MOST_FOUND = 50;
const LONGEST_SEARCH = 200;

/** What matches, the first of it, and how much that is. `whole`: these are all. */
export interface Matches {
  readonly items: readonly Choice[];
  readonly count: ChoiceCount;
}

const isWhole = ({ items, count }: Matches): boolean => !count.more && items.length >= count.count;

/**
 * The only way from what there is to a list of choices. `matching`: those that match the text, all of them for a blank one. `chosen` stays
 * a choice, whether it matches or not.
 */
export async function findChoices(
  matching: (text: string) => Matches | Promise<Matches>,
  asked: AskedChoices,
): Promise<ChoiceList> {
  const { text, chosen, current = false } = asked;
  const all = await matching('');
  const lately = asked.lately && (isWhole(all) ? among(all.items, asked.lately) : asked.lately);
  const { first = lately ?? [] } = asked;
  if (isWhole(all) && all.items.length <= LONGEST_LIST)
    return {
      items: withFirst(lately ?? [], withChosen(all.items, chosen)),
      ...valuesOf(lately),
      search: null,
    };
  const wanted = text.trim().slice(0, LONGEST_SEARCH);
  if (wanted === '') {
    const search = { text: wanted, found: first.length, count: all.count, current };
    return { items: withChosen(first, chosen), ...valuesOf(lately), search };
  }
  const { items, count } = await matching(wanted);
  const found = items.slice(0, MOST_FOUND);
  const search = { text: wanted, found: found.length, count, current };
  return { items: withChosen(found, chosen), ...(lately && { lately: [] }), search };
}

/** What the list does not have cannot be chosen any more. */
const among = (all: readonly Choice[], wanted: readonly Choice[]): readonly Choice[] =>
  wanted.flatMap(({ value }) => all.find((each) => each.value === value) ?? []);

const withFirst = (first: readonly Choice[], all: readonly Choice[]): readonly Choice[] => [
  ...first,
  ...all.filter((each) => !first.includes(each)),
];

const valuesOf = (lately: readonly Choice[] | undefined): Pick<ChoiceList, 'lately'> =>
  lately === undefined ? {} : { lately: lately.map(({ value }) => value) };

function withChosen(items: readonly Choice[], chosen: readonly Choice[]): readonly Choice[] {
  const known = new Set(items.map(({ value }) => value));
  return [...chosen.filter(({ value }) => !known.has(value)), ...items];
}

/** People by any part of the name or the sign-in name; every word has to occur. */
export const findMatchingPeople =
  (people: readonly ListedPerson[]) =>
  (text: string): Matches => {
    const words = foldText(text).split(/\s+/);
    const items = people
      .filter(({ key }) => words.every((word) => key.includes(word)))
      .map(({ id, name }) => ({ value: id, title: name }));
    return { items, count: { count: items.length, more: false } };
  };

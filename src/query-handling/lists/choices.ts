// Long lists show what is chosen or found, never a silent part.
import { foldText } from '#specification/values/fold-text.js';
import type { ListedPerson } from '../query-dependencies.js';

export interface Choice {
  readonly value: string;
  readonly title: string;
}

export interface ChoiceList {
  readonly items: readonly Choice[];
  readonly lately?: readonly string[];
  /** null: the items are complete. */
  readonly search: {
    readonly text: string;
    readonly found: number;
    readonly count: ChoiceCount;
    readonly current?: boolean;
  } | null;
}

interface ChoiceRequest {
  readonly text: string;
  readonly chosen: readonly Choice[];
  readonly first?: readonly Choice[];
  /** Shown first. */
  readonly lately?: readonly Choice[];
  readonly current?: boolean;
}

interface ChoiceCount {
  readonly count: number;
  readonly more: boolean;
}

export const MAX_UNFILTERED_CHOICES = 200;
/** The total is shown beside them. */
export const MAX_MATCHING_CHOICES = 50;
const MAX_SEARCH_LENGTH = 200;

export interface ChoiceMatches {
  readonly items: readonly Choice[];
  readonly count: ChoiceCount;
}

const isWhole = ({ items, count }: ChoiceMatches): boolean => !count.more && items.length >= count.count;

/** `matching` of '' returns all. `chosen` stays a choice. */
export async function findChoices(
  matching: (text: string) => ChoiceMatches | Promise<ChoiceMatches>,
  request: ChoiceRequest,
): Promise<ChoiceList> {
  const { text, chosen, current = false } = request;
  const all = await matching('');
  const lately = request.lately && (isWhole(all) ? among(all.items, request.lately) : request.lately);
  const { first = lately ?? [] } = request;
  if (isWhole(all) && all.items.length <= MAX_UNFILTERED_CHOICES)
    return {
      items: withFirst(lately ?? [], withChosen(all.items, chosen)),
      ...valuesOf(lately),
      search: null,
    };
  const wanted = text.trim().slice(0, MAX_SEARCH_LENGTH);
  if (wanted === '') {
    const search = { text: wanted, found: first.length, count: all.count, current };
    return { items: withChosen(first, chosen), ...valuesOf(lately), search };
  }
  const { items, count } = await matching(wanted);
  const found = items.slice(0, MAX_MATCHING_CHOICES);
  const search = { text: wanted, found: found.length, count, current };
  return { items: withChosen(found, chosen), ...(lately && { lately: [] }), search };
}

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

/** Every word has to occur in the name, or be the sign-in name: parts of it would tell it letter by letter. */
export const findMatchingPeople =
  (people: readonly ListedPerson[]) =>
  (text: string): ChoiceMatches => {
    const words = foldText(text).split(/\s+/);
    const items = people
      .filter(({ key, signInKey }) => words.every((word) => key.includes(word) || word === signInKey))
      .map(({ id, name }) => ({ value: id, title: name }));
    return { items, count: { count: items.length, more: false } };
  };

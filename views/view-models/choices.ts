// What can be chosen from. A list always says whether it is all there is.

export interface Choice {
  readonly value: string;
  readonly title: string;
  /** Of a filter: how many records have it. */
  readonly count?: number;
}

export interface ChoiceList {
  readonly items: readonly Choice[];
  /** Of records and people: values that were chosen lately, first among the items. undefined: the choices are declared. */
  readonly lately?: readonly string[];
  /** null: the items are all there is. Otherwise they are what is chosen and what was found. */
  readonly search: ChoiceSearch | null;
}

export interface ChoiceSearch {
  /** What was searched for; blank: nothing yet. */
  readonly text: string;
  /** How many of the items were found. */
  readonly found: number;
  /** How many match; without a search, how many there are. `more`: at least so many. */
  readonly count: { readonly count: number; readonly more: boolean };
  /** It was searched for just now: the page goes on there. */
  readonly current?: boolean;
}

/** For lists that are whole by themselves, such as the choices that a specification declares. */
export const wholeList = (items: readonly Choice[]): ChoiceList => ({ items, search: null });

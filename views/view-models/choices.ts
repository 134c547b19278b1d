export interface Choice {
  readonly value: string;
  readonly title: string;
  /** Number of records; filters only. */
  readonly count?: number;
}

export interface ChoiceList {
  readonly items: readonly Choice[];
  /** undefined: declared choices. */
  readonly lately?: readonly string[];
  /** null: the list is complete. */
  readonly search: ChoiceSearch | null;
}

export interface ChoiceSearch {
  readonly text: string;
  readonly found: number;
  /** `more`: a lower bound. */
  readonly count: { readonly count: number; readonly more: boolean };
  readonly current?: boolean;
}

export const createCompleteChoiceList = (items: readonly Choice[]): ChoiceList => ({ items, search: null });

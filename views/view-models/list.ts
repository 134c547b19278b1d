import type { StateTone } from '#specification/model/tones.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { DisplayValue } from './display-value.js';

export interface ListFilter {
  readonly key: string;
  readonly title: string;
  readonly kind: 'choice' | 'text' | 'range' | 'dates' | 'age' | 'user' | 'boolean';
  readonly values: readonly string[];
  readonly options?: ChoiceList;
}

export interface SelectionAction {
  readonly title: string;
  readonly href: string;
}

export interface ColumnSum {
  /** Decimal of any size. */
  readonly exact: string;
  readonly places: number;
  readonly currency?: string;
}

export interface ListSums {
  /** By column. */
  readonly cells: Readonly<Record<string, ColumnSum>>;
  /** Records added up. */
  readonly count?: number;
  /** There are no sums: the list has more records than that. */
  readonly above?: number;
}

export interface SavedViews {
  readonly all: { readonly href: string; readonly isCurrent: boolean };
  readonly links: readonly {
    readonly id: string;
    readonly name: string;
    readonly shared: boolean;
    readonly href: string;
    readonly isCurrent: boolean;
    /** A filter that it was saved with is gone. */
    readonly isIncomplete: boolean;
    /** Shown only on request. */
    readonly isFolded: boolean;
    /** Own views, and for admins those of locked accounts. */
    readonly deletion?: {
      readonly action: string;
      readonly commandId: string;
      readonly back: string;
      /** Whose; undefined: one's own. */
      readonly person?: string;
    };
  }[];
  /** Hidden inputs of the form that saves what the list shows. */
  readonly save: {
    readonly action: string;
    readonly commandId: string;
    readonly application: string;
    readonly screen: string;
    readonly query: string;
  };
}

export interface ListPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly path: string;
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    readonly align: 'start' | 'end';
    /** Sort link; undefined: not sortable. */
    readonly sort?: { readonly href: string; readonly direction?: 'ascending' | 'descending' };
  }[];
  readonly views?: SavedViews;
  /** Address of news; undefined: not the first page of a list. */
  readonly live?: string;
  /** Whether the address names them. */
  readonly hasChosenColumns: boolean;
  /** This page with the panel of columns open. */
  readonly columnChoiceHref: string;
  /** undefined: the panel is not open. */
  readonly columnChoice?: {
    readonly columns: readonly {
      readonly key: string;
      readonly title: string;
      readonly isShown: boolean;
      /** Links that move a shown column; undefined: it is the first or the last. */
      readonly earlier?: string;
      readonly later?: string;
    }[];
    /** Link back to the columns of the screen; undefined: they are shown. */
    readonly reset?: string;
    /** Parameters that a choice of columns leaves as they are. */
    readonly carried: readonly { readonly name: string; readonly value: string }[];
  };
  /** undefined: no column can be added up. */
  readonly sums?: ListSums;
  readonly rows: readonly {
    readonly id: string;
    readonly href: string;
    readonly name: string;
    readonly cells: readonly DisplayValue[];
  }[];
  /** `sort`: of the CSV. */
  readonly selection: { readonly actions: readonly SelectionAction[]; readonly sort?: string };
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  readonly count: { readonly count: number; readonly more: boolean };
  /** Rows on the page; undefined: one page holds them all. */
  readonly position?: { readonly first: number; readonly last: number; readonly of: number };
  readonly previous?: string;
  readonly next?: string;
  readonly csv: string;
  readonly excelCsv: string;
  /** Without protection against formula injection. */
  readonly rawCsv: string;
  readonly open?: { readonly href: string; readonly title: string };
  readonly board?: string;
  /** undefined: no states. */
  readonly map?: string;
  readonly empty: { readonly title: string; readonly why: string };
  /** The viewer may lack access to some records. */
  readonly partly: boolean;
}

interface BoardMove {
  readonly title: string;
  readonly to: string;
  readonly href: string;
  /** undefined: `href` is the action's form. */
  readonly press?: { readonly commandId: string; readonly seen: string };
}

export interface BoardPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  /** Address of news. */
  readonly live?: string;
  readonly help?: string;
  readonly path: string;
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  readonly columns: readonly {
    readonly state: string;
    readonly tone: StateTone;
    readonly title: string;
    readonly count: number;
    readonly more: boolean;
    /** Final state: cards are collapsed. */
    readonly folded: boolean;
    readonly href: string;
    readonly cards: readonly {
      readonly id: string;
      readonly href: string;
      readonly title: string;
      readonly cells: readonly DisplayValue[];
      /** Actions that may move it to another state. */
      readonly moves: readonly BoardMove[];
      /** undefined: final state. */
      readonly since?: DisplayValue;
    }[];
  }[];
  readonly open?: { readonly href: string; readonly title: string };
  /** Titles of moves that take effect at once and have no way back. */
  readonly withoutUndo: readonly string[];
  readonly list: string;
  readonly map: string;
}

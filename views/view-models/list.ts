// Records of one kind, as a list and as a board.
import type { StateTone } from '#specification/model/tones.js';
import type { ChoiceList } from './choices.js';
import type { LayoutProps } from './frame.js';
import type { DisplayValue } from './shown.js';

export interface ListFilter {
  readonly key: string;
  readonly title: string;
  readonly kind: 'choice' | 'text' | 'range' | 'dates' | 'age' | 'user' | 'boolean';
  readonly values: readonly string[];
  readonly options?: ChoiceList;
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
    /** Link that sorts by it; undefined: not sortable. */
    readonly sort?: { readonly href: string; readonly direction?: 'ascending' | 'descending' };
  }[];
  readonly rows: readonly {
    readonly id: string;
    readonly href: string;
    readonly cells: readonly DisplayValue[];
  }[];
  readonly search: string;
  readonly filters: readonly ListFilter[];
  readonly filtered: boolean;
  readonly count: { readonly count: number; readonly more: boolean };
  readonly previous?: string;
  readonly next?: string;
  readonly csv: string;
  /** As Excel of the application's language opens it. */
  readonly excelCsv: string;
  /** The same, with cells that begin like a formula as they are stored. */
  readonly rawCsv: string;
  readonly open?: { readonly href: string; readonly title: string };
  readonly board?: string;
  /** Why nothing is on it although nothing was filtered, and what to do. */
  readonly empty: { readonly title: string; readonly why: string };
  /** Whether there may be records that the viewer does not see. */
  readonly partly: boolean;
}

export interface BoardPage {
  readonly frame: LayoutProps;
  readonly heading: string;
  readonly help?: string;
  readonly columns: readonly {
    readonly state: string;
    readonly tone: StateTone;
    readonly title: string;
    readonly count: number;
    readonly more: boolean;
    readonly href: string;
    readonly cards: readonly {
      readonly id: string;
      readonly href: string;
      readonly title: string;
      readonly cells: readonly DisplayValue[];
      /** Since when it is in its state; undefined: that is its last. */
      readonly since?: DisplayValue;
    }[];
  }[];
  readonly open?: { readonly href: string; readonly title: string };
  readonly list: string;
}

import type { LayoutProps } from './frame.js';
import type { ListPage } from './list.js';

export interface SearchPage {
  readonly frame: LayoutProps;
  /** '': no search yet. */
  readonly text: string;
  readonly groups: readonly SearchGroup[];
  readonly people: readonly SearchSuggestion[];
  readonly pages: readonly SearchSuggestion[];
  readonly searched: readonly { readonly application: string; readonly entities: readonly string[] }[];
}

export interface SearchSuggestion {
  readonly href: string;
  readonly title: string;
  /** `Purchase requests · Approved` */
  readonly detail: string;
}

export interface SearchGroup {
  readonly application: string;
  readonly title: string;
  readonly columns: readonly Pick<ListPage['columns'][number], 'key' | 'title' | 'align'>[];
  readonly rows: ListPage['rows'];
  readonly count: ListPage['count'];
  readonly locale: string;
  readonly timeZone: string;
  /** undefined: complete, or no accessible list. */
  readonly all?: string;
}

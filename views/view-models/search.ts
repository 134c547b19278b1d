// What a search over all applications found.
import type { LayoutProps } from './frame.js';
import type { ListPage } from './list.js';

export interface SearchPage {
  readonly frame: LayoutProps;
  /** '': nothing is searched for yet. */
  readonly text: string;
  readonly groups: readonly SearchGroup[];
  readonly people: readonly SearchSuggestion[];
  /** Pages and forms that are called so. */
  readonly pages: readonly SearchSuggestion[];
  /** Where it was searched: each application with what its records are called, such as `Requests`. */
  readonly searched: readonly { readonly application: string; readonly entities: readonly string[] }[];
}

export interface SearchSuggestion {
  readonly href: string;
  readonly title: string;
  /** Where it is, and what it is: `Purchase requests · Approved`. */
  readonly detail: string;
}

/** Records of one entity. */
export interface SearchGroup {
  readonly application: string;
  /** Of several records: “Requests”. */
  readonly title: string;
  readonly columns: readonly Pick<ListPage['columns'][number], 'key' | 'title' | 'align'>[];
  readonly rows: ListPage['rows'];
  readonly count: ListPage['count'];
  readonly locale: string;
  readonly timeZone: string;
  /** The list that shows all of them; undefined: these are all, or there is no such list for the person. */
  readonly all?: string;
}

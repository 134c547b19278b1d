import { Query } from '@nestjs/cqrs';
import { type ChoiceList } from './choices.js';
import { type ReferenceNames } from '../names/find-names.js';
import { type RecordsQuestion } from '../records/records-view.js';

export interface Facet {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly names: ReferenceNames;
  /** Known from imported logs only. */
  readonly fromLogs: ReadonlySet<string>;
  /** null: complete; otherwise the most frequent or found ones. */
  readonly search: ChoiceList['search'];
}

export type Facets = ReadonlyMap<string, Facet>;

export interface FacetQuery {
  readonly columns: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly searches: ReadonlyMap<string, string>;
}

/** Columns open to the viewer, of readable records. */
export class ListFacets extends Query<Facets> {
  constructor(
    readonly question: RecordsQuestion,
    readonly facets: FacetQuery,
  ) {
    super();
  }
}

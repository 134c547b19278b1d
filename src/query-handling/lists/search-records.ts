import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { type ReferenceNames } from '../names/find-names.js';
import type { IncompletelySearchedTerm } from '../filters/search-plan.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visibility/visible-records.js';

export interface FoundRecords {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly items: readonly VisibleRecord[];
  readonly count: { readonly count: number; readonly more: boolean };
  readonly incomplete: readonly IncompletelySearchedTerm[];
  readonly names: ReferenceNames;
}

export interface SearchResult {
  /** An exact number comes first. */
  readonly found: readonly FoundRecords[];
  readonly searched: readonly Pick<FoundRecords, 'published' | 'entity'>[];
}

export interface SearchRequest {
  readonly text: string;
  readonly viewer: Viewer;
  /** Per entity. */
  readonly limit: number;
  readonly columns: (published: PublishedVersion, entity: Entity) => ReadonlySet<string>;
  /** Of numbers and dates; undefined: each document's. */
  readonly writtenIn?: (specification: Specification) => DisplayLocale;
}

export class SearchRecords extends Query<SearchResult> {
  constructor(readonly search: SearchRequest) {
    super();
  }
}

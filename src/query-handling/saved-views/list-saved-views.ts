import { Query } from '@nestjs/cqrs';
import type { ListScreenIdentity } from '#projections/read-models/views/views-projection.js';
import type { Viewer } from '../viewer.js';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** As its owner saved it: to be read under the viewer's rights before it is shown. */
  readonly query: string;
  readonly shared: boolean;
  readonly isOwn: boolean;
  /** A filter names nothing that there is today. */
  readonly isIncomplete: boolean;
  /** One of many that the same person shares. */
  readonly isFolded: boolean;
  /** Of a locked account; only for admins, who may delete it. */
  readonly lockedOwner?: string;
}

export interface OwnView extends ListScreenIdentity, Pick<SavedView, 'id' | 'name' | 'query'> {}

/** Views that the viewer saved, of all lists, by name; whether they may still see these lists is not checked. */
export class ListOwnViews extends Query<readonly OwnView[]> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}

/** Own and shared views of a list, by name. The caller has checked that the viewer may see the list. */
export class ListSavedViews extends Query<readonly SavedView[]> {
  constructor(
    readonly list: ListScreenIdentity,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

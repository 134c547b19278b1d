// Collection `views`: one document per saved view.
import type { SavedView, UserViewSaved } from '#domain/user/view-events.js';

export interface ViewDocument extends Omit<SavedView, 'view'> {
  readonly id: string;
  readonly position: number;
  readonly person: string;
  /** Sealed with the key of the person, as is the query. */
  readonly name: UserViewSaved['data']['name'];
  readonly query: UserViewSaved['data']['query'];
}

export const VIEWS_COLLECTION = 'views';

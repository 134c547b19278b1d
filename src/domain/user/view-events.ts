// Events of saved views. The shapes are the storage format: add an upcast before changing one.
import type { Erased } from '#specification/model/stored-value.js';
import type { Event, EventTypeMap } from '../event.js';

export interface SavedView {
  readonly view: string;
  readonly application: string;
  /** Path of the list below the application. */
  readonly screen: string;
  /** Others who may see the list see it too. */
  readonly shared: boolean;
}

export type UserViewSaved = Event<
  'user.view-saved',
  SavedView & { readonly name: string | Erased; readonly query: string | Erased }
>;
export type UserViewDeleted = Event<'user.view-deleted', Pick<SavedView, 'view'>>;
export type UserViewEvent = UserViewSaved | UserViewDeleted;

export const isViewEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserViewEvent['type'] }> =>
  event.type === 'user.view-saved' || event.type === 'user.view-deleted';

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;
const toPerson = (means: string) => ({ means, visibility: 'person' }) as const;
/** Filters can hold values of fields that admins may not read; the list itself shows a view under its reader's rights. */
const toNobody = (means: string) => ({ means, visibility: 'nobody', sealed: true }) as const;

export const viewEventTypes: EventTypeMap<UserViewEvent> = {
  'user.view-saved': {
    ...PERSON,
    when: 'A person saved what a list shows as a view, for themselves or for everyone who may see the list.',
    title: 'View saved',
    verbPhrase: 'saved a view of a list',
    connector: ' for ',
    members: {
      view: toPerson('id of the view, by which it is deleted'),
      application: toPerson('key of the application'),
      screen: toPerson('path of the list below the application'),
      name: toNobody('what the person called it'),
      query: toNobody('filters, search, order and columns, as in the address of the list'),
      shared: toPerson('true: everyone who may see the list sees it; false: the person alone'),
    },
  },
  'user.view-deleted': {
    ...PERSON,
    when: 'A person deleted a view they had saved.',
    title: 'View deleted',
    verbPhrase: 'deleted a view of a list',
    connector: ' for ',
    members: { view: toPerson('id of the view') },
  },
};

// Saved views as links. Each is read under the viewer's rights first, so that it names nothing hidden from them.
import { v7 as uuid } from 'uuid';
import type { ListPage } from '#views/view-models/list.js';
import type { SavedView } from '#query-handling/saved-views/list-saved-views.js';
import { OPEN_VIEW_PARAMETER, SAVED_VIEWS_PATH } from '#views/addresses.js';
import { writeListAddress, type ListAddress } from '../addresses/list-address.js';
import { screenHref } from '../addresses/page-addresses.js';
import { readListRequest, type ListRequestContext } from './list-request.js';

/** undefined: the list is no screen of its own, such as the records of a report. */
export function presentSavedViews(
  views: readonly SavedView[],
  address: ListAddress,
  context: ListRequestContext,
  openView: string | undefined,
): Pick<ListPage, 'views'> {
  const { specification, screen } = context;
  if (!specification.screens.some(({ kind, path }) => kind === 'list' && path === screen.path)) return {};
  const path = screenHref(specification, screen);
  const current = canonical(address.values);
  return {
    views: {
      all: { href: path, isCurrent: current === '' },
      links: views.map((view) => {
        const { id, name, query, shared, isOwn, isIncomplete, isFolded, lockedOwner: person } = view;
        const { values } = readListRequest(new URLSearchParams(query), context).address;
        const href = writeListAddress(path, values);
        const isAsked = isIncomplete && openView === id;
        return {
          ...{ id, name, shared, isIncomplete, isFolded },
          href: isIncomplete ? addOpenView(href, id) : href,
          isCurrent: isAsked || (!isIncomplete && current !== '' && canonical(values) === current),
          ...((isOwn || person !== undefined) && {
            deletion: {
              ...{ action: `${SAVED_VIEWS_PATH}/${id}/delete`, commandId: uuid(), back: path },
              ...(person !== undefined && { person }),
            },
          }),
        };
      }),
      save: {
        action: SAVED_VIEWS_PATH,
        commandId: uuid(),
        application: specification.key,
        screen: screen.path,
        query: writeListQuery(address.values),
      },
    },
  };
}

export const writeListQuery = (values: ListAddress['values']): string =>
  writeListAddress('', values).slice(1);

/** Without its lost filter, the address alone could be that of another view, or of the whole list. */
const addOpenView = (href: string, id: string): string =>
  `${href}${href.includes('?') ? '&' : '?'}${OPEN_VIEW_PARAMETER}=${id}`;

/** The order of filters makes no difference; that of columns does. */
const canonical = (values: ListAddress['values']): string =>
  [...values]
    .map(([name, texts]) => JSON.stringify([name, name === 'columns' ? texts : texts.toSorted()]))
    .sort()
    .join();

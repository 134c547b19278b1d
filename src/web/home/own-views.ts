// A view may have been saved while the viewer had other rights, so it is read under those of today.
import type { OwnView } from '#query-handling/saved-views/list-saved-views.js';
import type { HomePage } from '#views/view-models/home.js';
import type { Translate } from '#views/messages/translate.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { writeListAddress } from '../addresses/list-address.js';
import { screenHref } from '../addresses/page-addresses.js';
import { findVisibleList, type ListViewer } from '../screens/find-visible-list.js';
import { readListRequest } from '../screens/list-request.js';

interface OwnViewsContext extends ListViewer {
  /** Those the page is about, which the viewer may access. */
  readonly applications: readonly PublishedVersion[];
  readonly t: Translate;
}

export function presentOwnViews(
  views: readonly OwnView[],
  { applications, viewer, now, t }: OwnViewsContext,
): HomePage['views'] {
  return views.flatMap(({ id, application, screen: path, name, query }) => {
    const found = applications.find(({ specification }) => specification.key === application);
    const list = found && findVisibleList(found.specification, path, { viewer, now });
    if (!list) return [];
    const { values } = readListRequest(new URLSearchParams(query), { ...list, t }).address;
    const { specification, screen } = list;
    const href = writeListAddress(screenHref(specification, screen), values);
    return [{ id, name, list: screen.title, application: specification.name, href }];
  });
}

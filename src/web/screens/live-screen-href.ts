import { LIVE_LISTS_PATH } from '#views/addresses.js';
import type { ListAddress } from '../addresses/list-address.js';
import type { ListRequestContext } from './list-request.js';
import { writeListQuery } from './saved-list-views.js';

type LiveScreen = Pick<ListRequestContext, 'specification' | 'screen' | 'now'>;

/** Where a list, a board or a map of a process hears what changed. `now`: ISO 8601; when the page was made. */
export function liveScreenHref(
  values: ListAddress['values'],
  { specification, screen, now }: LiveScreen,
): string {
  const parameters = { application: specification.key, screen: screen.path, query: writeListQuery(values) };
  return `${LIVE_LISTS_PATH}?${new URLSearchParams({ ...parameters, since: now }).toString()}`;
}

/** undefined: the list is no screen of its own, or this is a later page of it. */
export function liveListHref(
  { query: { cursor }, values }: ListAddress,
  context: LiveScreen,
): string | undefined {
  const { specification, screen } = context;
  const isOwn = specification.screens.some(({ kind, path }) => kind === 'list' && path === screen.path);
  return isOwn && cursor === undefined ? liveScreenHref(values, context) : undefined;
}

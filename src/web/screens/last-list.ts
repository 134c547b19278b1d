// The list, board or calendar viewed last, with filters and page: the way back from a record.
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { OPEN_PANEL_PARAMETER } from '#views/addresses.js';
import { LAST_LIST_COOKIE } from '../http/cookies.js';
import type { RequestInput } from '../http/request-input.js';
import type { SetCookie } from '../http/response-cookies.js';
import { toLocalAddress } from '../addresses/local-address.js';
import type { RecordRequest } from '../requests/record-request.js';
import { applicationHref, DONE_RECORD_PARAMETER } from '../addresses/page-addresses.js';
import { matchRoute } from '../addresses/match-route.js';
import { canSeeScreen } from '../addresses/visible-screens.js';

const LASTS = 12 * 60 * 60 * 1_000;

/** Characters: longer cookies would crowd out others. */
const LONGEST = 1_500;

export function createLastListCookies(
  request: Pick<RequestInput, 'url'>,
  { id }: Pick<SignedInPerson, 'id'>,
): readonly SetCookie[] {
  const address = withoutPassingParameters(toLocalAddress(request.url));
  if (address.length > LONGEST) return [];
  return [{ name: LAST_LIST_COOKIE, value: `${id} ${address}`, maxAge: LASTS }];
}

const PASSING_PARAMETERS = [OPEN_PANEL_PARAMETER, DONE_RECORD_PARAMETER];

/** An open panel and the record just acted on are not part of the way back. */
function withoutPassingParameters(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const rest = query
    .split('&')
    .filter((pair) => !PASSING_PARAMETERS.some((name) => pair.startsWith(`${name}=`)));
  return rest.join('&') === '' ? path : `${path}?${rest.join('&')}`;
}

/** undefined: none by this person, or no longer accessible. */
export function findLastList(
  { cookies }: Pick<RequestInput, 'cookies'>,
  { specification, entity, viewer }: Pick<RecordRequest, 'specification' | 'entity' | 'viewer'>,
): { readonly href: string; readonly title: string } | undefined {
  const [person, address] = cookies[LAST_LIST_COOKIE]?.split(' ') ?? [];
  const start = applicationHref(specification);
  if (person !== viewer.id || !address?.startsWith(`${start}/`)) return undefined;
  const href = toLocalAddress(address);
  const [path = ''] = href.slice(start.length).split(/[?#]/);
  const route = matchRoute(specification, path);
  if (!route?.screen || route.entity !== entity.key || !isLookedThrough(route.kind)) return undefined;
  if (!canSeeScreen(route.screen, specification, viewer)) return undefined;
  return { href, title: route.screen.title };
}

const isLookedThrough = (kind: string): boolean => kind === 'list' || kind === 'board' || kind === 'calendar';

// The list, board or calendar that somebody looked at last, with its filters and its page: where the way back from a record leads.
import type { Request, Response } from 'express';
import type { SignedIn } from '#identity/signed-in.js';
import { LAST_LIST, readCookie, setCookie } from '../http/cookies.js';
import { localAddress } from '../addresses/local-address.js';
import type { RecordRequest } from '../requests/record-request.js';
import { applicationHref, matchRoute } from '../addresses/page-addresses.js';
import { canSeeScreen } from '../addresses/visible-screens.js';

const LASTS = 12 * 60 * 60 * 1_000;

/** Characters: a longer address would crowd out the other cookies. */
const LONGEST = 1_500;

export function rememberList(request: Request, response: Response, { id }: Pick<SignedIn, 'id'>): void {
  const address = localAddress(request.originalUrl);
  if (address.length <= LONGEST) setCookie(response, LAST_LIST, `${id} ${address}`, { maxAge: LASTS });
}

/** undefined: this person looked at no list of such records that they may still see. */
export function lastList(
  request: Request,
  { specification, entity, viewer }: Pick<RecordRequest, 'specification' | 'entity' | 'viewer'>,
): { readonly href: string; readonly title: string } | undefined {
  const [person, address] = readCookie(request, LAST_LIST)?.split(' ') ?? [];
  const start = applicationHref(specification);
  if (person !== viewer.id || !address?.startsWith(`${start}/`)) return undefined;
  const href = localAddress(address);
  const [path = ''] = href.slice(start.length).split(/[?#]/);
  const route = matchRoute(specification, path);
  if (!route?.screen || route.entity !== entity.key || !isLookedThrough(route.kind)) return undefined;
  if (!canSeeScreen(route.screen, specification, viewer)) return undefined;
  return { href, title: route.screen.title };
}

const isLookedThrough = (kind: string): boolean => kind === 'list' || kind === 'board' || kind === 'calendar';

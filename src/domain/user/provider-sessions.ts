// Sessions that began by an account at a provider, which end when it is unlinked.
import type { FoldableEvent } from '../event.js';
import { isSessionEnded, type EndedSessions } from './ended-sessions.js';

export interface ProviderSession {
  /** Version of its sign-in event. */
  readonly session: number;
  /** undefined: begun before sign-ins named it. */
  readonly identity?: string;
  readonly at: string;
}

/** No session lasts as long. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

interface ProviderSessions {
  readonly providerSessions: readonly ProviderSession[];
}

type SignIn = FoldableEvent<{
  readonly type: 'user.signed-in';
  readonly data: { readonly by: string; readonly identity?: string };
}>;

export function evolveProviderSessions(
  { providerSessions, version }: ProviderSessions & { readonly version: number },
  { data: { by, identity }, metadata: { recordedAt: at } }: SignIn,
): readonly ProviderSession[] {
  if (by !== 'provider') return providerSessions;
  const oldest = Date.parse(at) - FORGOTTEN_AFTER_MS;
  const recent = providerSessions.filter((each) => Date.parse(each.at) > oldest);
  return [...recent, { session: version + 1, at, ...(identity !== undefined && { identity }) }];
}

/** Sessions of an unknown identity end, too. */
export const endSessionsOfIdentity = (
  { providerSessions, over }: ProviderSessions & { readonly over: EndedSessions },
  identity: string,
  except: number | undefined,
) =>
  providerSessions
    .filter((each) => each.identity === undefined || each.identity === identity)
    .filter(({ session }) => session !== except && !isSessionEnded(over, session))
    .map(({ session }) => ({ type: 'user.signed-out', data: { session } }) as const);

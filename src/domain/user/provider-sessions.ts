// Sessions that began by an account at a provider, which end when it is unlinked, or when the provider ends them.
import type { FoldableEvent } from '../event.js';
import { isSessionEnded, type EndedSessions } from './ended-sessions.js';

export interface ProviderSession {
  /** Version of its sign-in event. */
  readonly session: number;
  /** undefined: begun before sign-ins named it. */
  readonly identity?: string;
  /** undefined: the provider stated none. */
  readonly providerSession?: string;
  readonly at: string;
}

/** No session lasts as long. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

interface ProviderSessions {
  readonly providerSessions: readonly ProviderSession[];
}

type SignIn = FoldableEvent<{
  readonly type: 'user.signed-in';
  readonly data: { readonly by: string; readonly identity?: string; readonly providerSession?: string };
}>;

export function evolveProviderSessions(
  { providerSessions, version }: ProviderSessions & { readonly version: number },
  { data: { by, identity, providerSession }, metadata: { recordedAt: at } }: SignIn,
): readonly ProviderSession[] {
  if (by !== 'provider') return providerSessions;
  const oldest = Date.parse(at) - FORGOTTEN_AFTER_MS;
  const recent = providerSessions.filter((each) => Date.parse(each.at) > oldest);
  const known = {
    ...(identity !== undefined && { identity }),
    ...(providerSession !== undefined && { providerSession }),
  };
  return [...recent, { session: version + 1, at, ...known }];
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

/** `until`: ISO 8601, for all sessions of the identity. */
export type EndedAtProvider = { readonly identity: string } & (
  { readonly providerSession: string } | { readonly until: string }
);

/** A session of which the provider stated no session of its own ends with each of them. */
export const endSessionsOfProvider = (
  { providerSessions, over }: ProviderSessions & { readonly over: EndedSessions },
  { identity, ...ended }: EndedAtProvider,
) =>
  providerSessions
    .filter((each) => each.identity === undefined || each.identity === identity)
    .filter(({ at, providerSession }) =>
      'until' in ended
        ? Date.parse(at) <= Date.parse(ended.until)
        : providerSession === undefined || providerSession === ended.providerSession,
    )
    .filter(({ session }) => !isSessionEnded(over, session))
    .map(({ session }) => ({ type: 'user.signed-out', data: { session } }) as const);

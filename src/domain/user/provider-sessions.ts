// Sessions that began by an account at a provider, which end when it is unlinked, or when the provider ends them.
import type { DecidedEvent, FoldableEvent } from '../event.js';
import { isSessionEnded, type EndedSessions } from './ended-sessions.js';
import type { UserSignedOut } from './user-events.js';

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

/** `until`: ISO 8601, for all sessions of the identity. `issuedAt`: when the provider said so, by its clock. */
export type EndedAtProvider = { readonly issuedAt: string } & (
  | { readonly identity?: string; readonly providerSession: string }
  | { readonly identity: string; readonly until: string }
);

/** Also where no session had begun: a sign-in may be under way. */
export function endSessionsOfProvider(
  { providerSessions, over }: ProviderSessions & { readonly over: EndedSessions },
  ended: EndedAtProvider,
): readonly DecidedEvent<UserSignedOut>[] {
  const { issuedAt } = ended;
  const atProvider = {
    ...(ended.identity !== undefined && { identity: ended.identity }),
    ...('providerSession' in ended && { providerSession: ended.providerSession }),
    issuedAt,
  };
  const sessions = providerSessions
    .filter((each) => isEndedAtProvider(each, ended))
    .filter(({ session }) => !isSessionEnded(over, session))
    .map(({ session }) => session);
  const last = sessions.at(-1) ?? NO_SESSION;
  return [
    ...sessions.slice(0, -1).map((session) => ({ type: 'user.signed-out', data: { session } }) as const),
    { type: 'user.signed-out', data: { session: last, ...atProvider } },
  ];
}

const NO_SESSION = 0;

/** A session of which the provider stated no session of its own ends with each of the same identity. */
function isEndedAtProvider(
  { identity, providerSession, at }: ProviderSession,
  ended: EndedAtProvider,
): boolean {
  if ('providerSession' in ended && providerSession === ended.providerSession) return true;
  if (ended.identity === undefined || (identity !== undefined && identity !== ended.identity)) return false;
  return 'until' in ended ? Date.parse(at) <= Date.parse(ended.until) : providerSession === undefined;
}

export interface ProviderSignOut {
  /** undefined: known by the session alone. */
  readonly identity?: string;
  /** undefined: all sessions. */
  readonly providerSession?: string;
  readonly issuedAt: string;
  /** Recorded here. */
  readonly at: string;
}

export function evolveProviderSignOuts(
  { providerSignOuts }: { readonly providerSignOuts: readonly ProviderSignOut[] },
  { data: { session: _, issuedAt, ...ended }, metadata: { recordedAt: at } }: FoldableEvent<UserSignedOut>,
): readonly ProviderSignOut[] {
  if (issuedAt === undefined) return providerSignOuts;
  const oldest = Date.parse(at) - FORGOTTEN_AFTER_MS;
  return [...providerSignOuts.filter((each) => Date.parse(each.at) > oldest), { ...ended, issuedAt, at }];
}

export interface SignInAtProvider {
  readonly identity?: string;
  readonly providerSession?: string;
  /** When the sign-in was begun here. */
  readonly begunAt?: string;
  /** By the provider's clock. undefined: it does not say. */
  readonly authenticatedAt?: string;
}

/** Whether the provider ended it while it was under way. */
export const isEndedMeanwhile = (
  providerSignOuts: readonly ProviderSignOut[],
  { identity, providerSession, begunAt, authenticatedAt }: SignInAtProvider,
): boolean =>
  begunAt !== undefined &&
  providerSignOuts
    .filter(({ at }) => Date.parse(at) >= Date.parse(begunAt))
    .filter(({ issuedAt }) => authenticatedAt === undefined || authenticatedAt <= issuedAt)
    .some((ended) =>
      ended.providerSession !== undefined && providerSession !== undefined
        ? ended.providerSession === providerSession
        : ended.identity !== undefined && ended.identity === identity,
    );

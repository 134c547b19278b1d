import { isErased, type Erased } from '#specification/model/stored-value.js';
import type { FoldableEvent } from '../event.js';
import { setNoticeWay, type ChosenNotices } from './notice-ways.js';
import { isLockEvent, type UserLockEvent } from './lock-events.js';
import {
  DEFAULT_PREFERENCES,
  isPreferenceEvent,
  type UserPreferencesChosen,
  type Preferences,
} from './preference-events.js';
import { isViewEvent, type UserViewEvent } from './view-events.js';
import { isSecondFactorEvent, type UserSecondFactorEvent } from './second-factor-events.js';
import { evolveSecondFactor, withStep, type SecondFactor } from './second-factor-state.js';
import { isIdentityEvent, type UserIdentityEvent } from './identity-events.js';
import {
  evolveIdentities,
  evolveProviderRoles,
  type LinkedIdentity,
  type ProviderRole,
} from './linked-identities.js';
import {
  evolveProviderSessions,
  evolveProviderSignOuts,
  type ProviderSession,
  type ProviderSignOut,
} from './provider-sessions.js';
import { isTokenEvent, type UserTokenEvent } from './token-events.js';
import { evolveTokens, type StandingToken } from './standing-tokens.js';
import type { OneTimeLink } from './one-time-link.js';
import {
  addFailure,
  addFamiliarAddress,
  removeFailuresFromAddress,
  type FailedSignIn,
} from './sign-in-pause.js';
import { NO_ENDED_SESSIONS, addEndedSession, endAllSessions, type EndedSessions } from './ended-sessions.js';
import type { UserRolesRenamed } from './role-events.js';
import {
  isDeputyEvent,
  type Delegation,
  type UserDeputyEvent,
  type UserEvent,
  type UserRoleGranted,
  type UserRoleRevoked,
  type UserSignInFailed,
  type UserSigningFailed,
  type UserSignedIn,
} from './user-events.js';

export interface UnregisteredUser {
  readonly status: 'not registered';
}

export interface RegisteredUser {
  readonly status: 'registered';
  readonly name: string;
  /** Cannot get roles or be assigned. */
  readonly fromLog: boolean;
  readonly locked: boolean;
  readonly signInName: string | undefined;
  readonly signInDigest: string | undefined;
  readonly lookDigest: string | undefined;
  readonly hash: string | undefined;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly deputies: readonly Delegation[];
  readonly notices: ChosenNotices;
  readonly preferences: Preferences;
  /** Ids of saved views. */
  readonly views: readonly string[];
  readonly identities: readonly LinkedIdentity[];
  /** Also where an admin unlinked the last one. */
  readonly hasBeenLinked: boolean;
  /** Those of `roles` that groups of a provider gave. */
  readonly providerRoles: readonly ProviderRole[];
  readonly providerSessions: readonly ProviderSession[];
  /** Of the last day. */
  readonly providerSignOuts: readonly ProviderSignOut[];
  readonly tokens: readonly StandingToken[];
  readonly link: OneTimeLink | undefined;
  /** Oldest first; a right password clears them. */
  readonly failures: readonly FailedSignIn[];
  readonly familiar: readonly string[];
  readonly failedSignings: Readonly<Record<number, number>>;
  readonly version: number;
  readonly over: EndedSessions;
  readonly secondFactor: SecondFactor | undefined;
  /** Of the last event that set one up or reset it; 0: none. */
  readonly secondFactorVersion: number;
}

export interface ErasedUser {
  readonly status: 'erased';
  readonly identities: readonly LinkedIdentity[];
  readonly signInDigest: string | undefined;
  readonly lookDigest: string | undefined;
}

export type UserState = UnregisteredUser | RegisteredUser | ErasedUser;

const NO_NAMES = { signInDigest: undefined, lookDigest: undefined, identities: [] };

export const NOT_REGISTERED: UnregisteredUser = { status: 'not registered' };

export function evolveUser(state: UserState, event: FoldableEvent<UserEvent>): UserState {
  if (event.type === 'user.erasure-begun' || event.type === 'user.erased') {
    const { signInDigest, lookDigest, identities } = state.status === 'not registered' ? NO_NAMES : state;
    return { status: 'erased', signInDigest, lookDigest, identities };
  }
  if (event.type === 'user.registered') {
    const { name, signInName, signInDigest, lookDigest, fromLog = false } = event.data;
    const first = {
      hash: undefined,
      link: undefined,
      roles: {},
      failures: [],
      familiar: [],
      failedSignings: {},
    };
    const sessions = {
      version: 1,
      over: NO_ENDED_SESSIONS,
      deputies: [],
      notices: {},
      preferences: DEFAULT_PREFERENCES,
      views: [],
      secondFactor: undefined,
      secondFactorVersion: 0,
      identities: [],
      hasBeenLinked: false,
      providerRoles: [],
      providerSessions: [],
      providerSignOuts: [],
      tokens: [],
    };
    return {
      status: 'registered',
      name: readText(name) ?? '',
      fromLog,
      locked: false,
      signInName: readText(signInName),
      signInDigest,
      lookDigest,
      ...first,
      ...sessions,
    };
  }
  if (state.status !== 'registered') return state;
  const after = applyEvent(state, event);
  return { ...after, version: state.version + 1 };
}

function applyEvent(
  state: RegisteredUser,
  event: FoldableEvent<
    Exclude<UserEvent, { readonly type: 'user.registered' | 'user.erasure-begun' | 'user.erased' }>
  >,
): RegisteredUser {
  if (isLockEvent(event)) return applyLock(state, event);
  if (isPreferenceEvent(event)) return { ...state, preferences: event.data };
  if (isViewEvent(event)) return { ...state, views: evolveViews(state.views, event) };
  if (isSecondFactorEvent(event)) return applySecondFactor(state, event);
  if (isIdentityEvent(event))
    return { ...state, identities: evolveIdentities(state.identities, event), hasBeenLinked: true };
  if (isTokenEvent(event)) return { ...state, tokens: evolveTokens(state.tokens, event) };
  return event.type === 'user.roles-renamed'
    ? applyRoleRenames(state, event.data)
    : evolveRegistered(state, event);
}

type LaterUserEvent = Exclude<
  UserEvent,
  | UserLockEvent
  | UserPreferencesChosen
  | UserViewEvent
  | UserSecondFactorEvent
  | UserIdentityEvent
  | UserTokenEvent
  | { readonly type: 'user.registered' | 'user.erasure-begun' | 'user.erased' | 'user.roles-renamed' }
>;

function evolveRegistered(state: RegisteredUser, event: FoldableEvent<LaterUserEvent>): RegisteredUser {
  if (isDeputyEvent(event)) return { ...state, deputies: evolveDeputies(state.deputies, event) };
  switch (event.type) {
    case 'user.password-set':
      return { ...endSessionsBefore(state, null), hash: readText(event.data.hash), link: undefined };
    case 'user.link-issued':
      return { ...endSessionsBefore(state, null), hash: undefined, link: event.data };
    case 'user.role-granted':
    case 'user.role-revoked':
      return applyRoleChange(state, event);
    case 'user.notice-chosen':
      return { ...state, notices: setNoticeWay(state.notices, event.data) };
    case 'user.signed-in':
      return applySignIn({ ...state, providerSessions: evolveProviderSessions(state, event) }, event.data);
    case 'user.sign-in-failed':
      return addSignInFailure(state, event);
    case 'user.signing-failed':
      return countFailedSigning(addSignInFailure(state, event), event.data.session);
    case 'user.signed-out':
      return {
        ...state,
        over: addEndedSession(state.over, event.data.session),
        providerSignOuts: evolveProviderSignOuts(state, event),
      };
    case 'user.sessions-ended':
      return endSessionsBefore(state, event.data.except);
    default:
      // Of a newer version.
      return state;
  }
}

function applyRoleChange(
  state: RegisteredUser,
  { type, data }: FoldableEvent<UserRoleGranted | UserRoleRevoked>,
): RegisteredUser {
  const providerRoles = evolveProviderRoles(state.providerRoles, type, data);
  return updateRoles({ ...state, providerRoles }, data.application, (held) => {
    const others = held.filter((role) => role !== data.role);
    return type === 'user.role-revoked' ? others : held.includes(data.role) ? held : [...held, data.role];
  });
}

function applyRoleRenames(
  state: RegisteredUser,
  { application, roles, deputations }: UserRolesRenamed['data'],
): RegisteredUser {
  const renamed = (role: string) => (Object.hasOwn(roles, role) ? roles[role]! : role);
  const deputies = state.deputies.map((each) =>
    each.role !== null && deputations.includes(each.deputation)
      ? { ...each, role: renamed(each.role) }
      : each,
  );
  const providerRoles = state.providerRoles.map((each) =>
    each.application === application ? { ...each, role: renamed(each.role) } : each,
  );
  return updateRoles({ ...state, deputies, providerRoles }, application, (held) => [
    ...new Set(held.map(renamed)),
  ]);
}

const applyLock = (state: RegisteredUser, { type }: UserLockEvent): RegisteredUser =>
  type === 'user.locked'
    ? { ...endSessionsBefore(state, null), locked: true, link: undefined }
    : { ...state, locked: false };

const endSessionsBefore = (state: RegisteredUser, except: number | null): RegisteredUser => ({
  ...state,
  over: endAllSessions(state.over, state.version + 1, except),
});

function applySecondFactor(state: RegisteredUser, event: UserSecondFactorEvent): RegisteredUser {
  const version = state.version + 1;
  const after = { ...state, secondFactor: evolveSecondFactor(state.secondFactor, event, version) };
  if (event.type !== 'user.second-factor-set' && event.type !== 'user.second-factor-reset') return after;
  const except = event.type === 'user.second-factor-set' ? event.data.except : null;
  return { ...endSessionsBefore(after, except), secondFactorVersion: version };
}

function evolveDeputies(deputies: readonly Delegation[], event: UserDeputyEvent): readonly Delegation[] {
  if (event.type === 'user.deputy-named') return [...deputies, event.data].slice(-MAX_DEPUTIES);
  return deputies.filter(({ deputation }) => deputation !== event.data.deputation);
}

const evolveViews = (views: readonly string[], { type, data: { view } }: UserViewEvent): readonly string[] =>
  type === 'user.view-saved' ? [...views, view] : views.filter((each) => each !== view);

function addSignInFailure(
  state: RegisteredUser,
  { data, metadata }: FoldableEvent<UserSignInFailed | UserSigningFailed>,
) {
  const failure = { at: metadata.recordedAt, from: readText(data.from) };
  return { ...state, failures: addFailure(state.failures, failure) };
}

const countFailedSigning = (state: RegisteredUser, session: number | null): RegisteredUser =>
  session === null ? state : { ...state, failedSignings: withOneMore(state.failedSignings, session) };

function applySignIn(
  before: RegisteredUser,
  { by, from: sealed, step }: UserSignedIn['data'],
): RegisteredUser {
  const { secondFactor } = before;
  const state =
    secondFactor && step !== undefined ? { ...before, secondFactor: withStep(secondFactor, step) } : before;
  if (by === 'link') return { ...state, link: undefined };
  if (by !== 'password' && by !== 'program') return state;
  const from = readText(sealed);
  return {
    ...state,
    failures: removeFailuresFromAddress(state.failures, from),
    familiar: addFamiliarAddress(state.familiar, from),
  };
}

const MAX_SESSIONS = 20;
const MAX_DEPUTIES = 100;

function withOneMore(
  failedSignings: RegisteredUser['failedSignings'],
  session: number,
): RegisteredUser['failedSignings'] {
  const counted = { ...failedSignings, [session]: (failedSignings[session] ?? 0) + 1 };
  // Session numbers grow with time.
  return Object.fromEntries(Object.entries(counted).slice(-MAX_SESSIONS));
}

export function getRoles(state: RegisteredUser, application: string): readonly string[] {
  return Object.hasOwn(state.roles, application) ? state.roles[application]! : [];
}

function updateRoles(
  state: RegisteredUser,
  application: string,
  change: (held: readonly string[]) => readonly string[],
): RegisteredUser {
  return { ...state, roles: { ...state.roles, [application]: change(getRoles(state, application)) } };
}

function readText(value: string | Erased | undefined): string | undefined {
  return value === undefined || isErased(value) ? undefined : value;
}

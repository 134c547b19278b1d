// A person as the events tell it.
import { isErased, type Erased } from '#specification/model/stored-value.js';
import type { FoldableEvent } from '../event.js';
import { withNotice, type ChosenNotices } from './notice-ways.js';
import { isOfLock, type UserLockEvent } from './lock-events.js';
import {
  AUTOMATIC,
  isOfPreferences,
  type UserPreferencesChosen,
  type Preferences,
} from './preference-events.js';
import type { OneTimeLink } from './one-time-link.js';
import { withFailure, withFamiliar, withoutFailuresFrom, type FailedSignIn } from './sign-in-pause.js';
import { NONE_OVER, withSessionOver, withSessionsOver, type SessionsOver } from './ended-sessions.js';
import type { UserRolesRenamed } from './role-events.js';
import {
  isOfDeputies,
  type Deputation,
  type UserDeputyEvent,
  type UserEvent,
  type UserSignInFailed,
  type UserSigningFailed,
  type UserSignedIn,
} from './user-events.js';

export interface NotRegistered {
  readonly status: 'not registered';
}

export interface Registered {
  readonly status: 'registered';
  readonly name: string;
  /** Known from an imported log only: nobody to give roles or work to. */
  readonly fromLog: boolean;
  readonly locked: boolean;
  readonly signInName: string | undefined;
  readonly signInDigest: string | undefined;
  readonly lookDigest: string | undefined;
  readonly hash: string | undefined;
  /** Application → roles. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** Who stands in for them, those who did or will among them; the latest ones. */
  readonly deputies: readonly Deputation[];
  readonly notices: ChosenNotices;
  readonly preferences: Preferences;
  /** By which the next password is chosen. */
  readonly link: OneTimeLink | undefined;
  /** Wrong passwords, but for those before a right one from the same address; the latest ones, oldest first. */
  readonly failures: readonly FailedSignIn[];
  /** Keyed digests of addresses where the right password was given, the latest ones. */
  readonly familiar: readonly string[];
  /** Session → wrong passwords given in it where something was to be signed; the latest ones. */
  readonly unsigned: Readonly<Record<number, number>>;
  /** Events so far. */
  readonly version: number;
  readonly over: SessionsOver;
}

/** Of a person who is erased, or soon will be, only the streams' names are left. */
export interface ErasedPerson {
  readonly status: 'erased';
  readonly signInDigest: string | undefined;
  readonly lookDigest: string | undefined;
}

export type UserState = NotRegistered | Registered | ErasedPerson;

const NO_NAMES = { signInDigest: undefined, lookDigest: undefined };

export const NOT_REGISTERED: NotRegistered = { status: 'not registered' };

export function evolveUser(state: UserState, event: FoldableEvent<UserEvent>): UserState {
  if (event.type === 'user.erasure-begun' || event.type === 'user.erased') {
    const { signInDigest, lookDigest } = state.status === 'not registered' ? NO_NAMES : state;
    return { status: 'erased', signInDigest, lookDigest };
  }
  if (event.type === 'user.registered') {
    const { name, signInName, signInDigest, lookDigest, fromLog = false } = event.data;
    const first = { hash: undefined, link: undefined, roles: {}, failures: [], familiar: [], unsigned: {} };
    const sessions = { version: 1, over: NONE_OVER, deputies: [], notices: {}, preferences: AUTOMATIC };
    return {
      status: 'registered',
      name: text(name) ?? '',
      fromLog,
      locked: false,
      signInName: text(signInName),
      signInDigest,
      lookDigest,
      ...first,
      ...sessions,
    };
  }
  if (state.status !== 'registered') return state;
  const after = changed(state, event);
  return { ...after, version: state.version + 1 };
}

function changed(
  state: Registered,
  event: FoldableEvent<
    Exclude<UserEvent, { readonly type: 'user.registered' | 'user.erasure-begun' | 'user.erased' }>
  >,
): Registered {
  if (isOfLock(event)) return lockedAfter(state, event);
  if (isOfPreferences(event)) return { ...state, preferences: event.data };
  return event.type === 'user.roles-renamed'
    ? rolesRenamed(state, event.data)
    : evolveRegistered(state, event);
}

type LaterUserEvent = Exclude<
  UserEvent,
  | UserLockEvent
  | UserPreferencesChosen
  | { readonly type: 'user.registered' | 'user.erasure-begun' | 'user.erased' | 'user.roles-renamed' }
>;

function evolveRegistered(state: Registered, event: FoldableEvent<LaterUserEvent>): Registered {
  if (isOfDeputies(event)) return { ...state, deputies: deputiesAfter(state.deputies, event) };
  switch (event.type) {
    case 'user.password-set':
      return { ...endedBefore(state, null), hash: text(event.data.hash), link: undefined };
    case 'user.link-issued':
      return { ...endedBefore(state, null), hash: undefined, link: event.data };
    case 'user.role-granted':
      return withRoles(state, event.data.application, (held) => [...new Set([...held, event.data.role])]);
    case 'user.role-revoked':
      return withRoles(state, event.data.application, (held) =>
        held.filter((role) => role !== event.data.role),
      );
    case 'user.notice-chosen':
      return { ...state, notices: withNotice(state.notices, event.data) };
    case 'user.signed-in':
      return signedIn(state, event.data);
    case 'user.sign-in-failed':
      return failed(state, event);
    case 'user.signing-failed':
      return unsigned(failed(state, event), event.data.session);
    case 'user.signed-out':
      return { ...state, over: withSessionOver(state.over, event.data.session) };
    case 'user.sessions-ended':
      return endedBefore(state, event.data.except);
  }
}

function rolesRenamed(
  state: Registered,
  { application, roles, deputations }: UserRolesRenamed['data'],
): Registered {
  const renamed = (role: string) => (Object.hasOwn(roles, role) ? roles[role]! : role);
  const deputies = state.deputies.map((each) =>
    each.role !== null && deputations.includes(each.deputation)
      ? { ...each, role: renamed(each.role) }
      : each,
  );
  return withRoles({ ...state, deputies }, application, (held) => [...new Set(held.map(renamed))]);
}

const lockedAfter = (state: Registered, { type }: UserLockEvent): Registered =>
  type === 'user.locked'
    ? { ...endedBefore(state, null), locked: true, link: undefined }
    : { ...state, locked: false };

/** The event that ends them comes after those that are there. */
const endedBefore = (state: Registered, except: number | null): Registered => ({
  ...state,
  over: withSessionsOver(state.over, state.version + 1, except),
});

function deputiesAfter(deputies: readonly Deputation[], event: UserDeputyEvent): readonly Deputation[] {
  if (event.type === 'user.deputy-named') return [...deputies, event.data].slice(-MOST_DEPUTIES);
  return deputies.filter(({ deputation }) => deputation !== event.data.deputation);
}

function failed(state: Registered, { data, metadata }: FoldableEvent<UserSignInFailed | UserSigningFailed>) {
  const failure = { at: metadata.recordedAt, from: text(data.from) };
  return { ...state, failures: withFailure(state.failures, failure) };
}

const unsigned = (state: Registered, session: number | null): Registered =>
  session === null ? state : { ...state, unsigned: withOneMore(state.unsigned, session) };

function signedIn(state: Registered, { by, from: sealed }: UserSignedIn['data']): Registered {
  if (by !== 'password' && by !== 'program') return state;
  const from = text(sealed);
  return {
    ...state,
    failures: withoutFailuresFrom(state.failures, from),
    familiar: withFamiliar(state.familiar, from),
  };
}

const MOST_SESSIONS = 20;
const MOST_DEPUTIES = 100;

function withOneMore(unsigned: Registered['unsigned'], session: number): Registered['unsigned'] {
  const counted = { ...unsigned, [session]: (unsigned[session] ?? 0) + 1 };
  // Numbers of sessions grow, and so does the order of these keys.
  return Object.fromEntries(Object.entries(counted).slice(-MOST_SESSIONS));
}

export function rolesHeld(state: Registered, application: string): readonly string[] {
  return Object.hasOwn(state.roles, application) ? state.roles[application]! : [];
}

function withRoles(
  state: Registered,
  application: string,
  change: (held: readonly string[]) => readonly string[],
): Registered {
  return { ...state, roles: { ...state.roles, [application]: change(rolesHeld(state, application)) } };
}

function text(value: string | Erased | undefined): string | undefined {
  return value === undefined || isErased(value) ? undefined : value;
}

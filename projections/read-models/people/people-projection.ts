import type { RecordedEvent } from '#domain/event.js';
import { parseUserStream } from '#domain/stream-names.js';
import { isLockEvent, type UserLockEvent } from '#domain/user/lock-events.js';
import {
  DEFAULT_PREFERENCES,
  isPreferenceEvent,
  type UserPreferencesChosen,
} from '#domain/user/preference-events.js';
import { setNoticeWay } from '#domain/user/notice-ways.js';
import {
  isSessionEnded,
  NO_ENDED_SESSIONS,
  addEndedSession,
  endAllSessions,
  type EndedSessions,
} from '#domain/user/ended-sessions.js';
import {
  isDeputyEvent,
  type UserDeputyEvent,
  type UserEvent,
  type UserNoticeChosen,
} from '#domain/user/user-events.js';
import { isSecondFactorEvent, type UserSecondFactorEvent } from '#domain/user/second-factor-events.js';
import { isViewEvent, type UserViewEvent } from '#domain/user/view-events.js';
import { isIdentityEvent, type UserIdentityEvent } from '#domain/user/identity-events.js';
import { isTokenEvent, type UserTokenEvent } from '#domain/user/token-events.js';
import type { UserRolesRenamed } from '#domain/user/role-events.js';
import { ERASED } from '#specification/model/stored-value.js';
import { findEventType } from '#domain/event-types.js';
import type { Projection } from '#projections/port/projection.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import { PEOPLE_COLLECTION, type PersonDocument, type SessionEntry } from './person-document.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export const peopleProjection: Projection<PersonDocument> = {
  name: 'people',
  version: 5,
  types: ['user.'],
  targets(event) {
    const id = event.type.startsWith('user.') && parseUserStream(event.stream);
    return id ? [{ collection: PEOPLE_COLLECTION, id }] : [];
  },
  apply(document, recorded) {
    const event = recorded as RecordedEvent<UserEvent>;
    if (event.type === 'user.registered') return createPerson(event as RecordedUserEvent<'user.registered'>);
    const { version, position } = event;
    const isForOthers = changesNoPerson(event) || !findEventType(event.type);
    if (!document || isForOthers) return document && { ...document, version, position };
    if (event.type === 'user.roles-renamed')
      return {
        ...withRenamedRoles(document, (event as RecordedUserEvent<'user.roles-renamed'>).data),
        version,
        position,
      };
    if (event.type === 'user.notice-chosen')
      return {
        ...document,
        notices: setNoticeWay(document.notices, (event as RecordedUserEvent<'user.notice-chosen'>).data),
        version,
        position,
      };
    if (isPreferenceEvent(event)) {
      const { data } = event as RecordedUserEvent<'user.preferences-chosen'>;
      return { ...document, preferences: data, version, position };
    }
    if (isLockEvent(event)) return { ...applyLock(document, event), version, position };
    if (isSecondFactorEvent(event)) return { ...applySecondFactorEvent(document, event), version, position };
    return { ...applyPersonEvent(document, event as RecordedEvent<PersonEvent>), version, position };
  },
};

/** These have read models of their own; types of a newer version change nothing that is known here. */
const changesNoPerson = (event: RecordedEvent<UserEvent>): event is RecordedEvent<OtherUserEvent> =>
  isDeputyEvent(event) || isViewEvent(event) || isIdentityEvent(event) || isTokenEvent(event);

type OtherUserEvent = UserDeputyEvent | UserViewEvent | UserIdentityEvent | UserTokenEvent;

export const peopleIndexes: CollectionIndexes = {
  indexes: [['signInDigest'], ['demo'], ['fromLog'], ['position']],
  text: [],
};

type PersonEvent = Exclude<
  UserEvent,
  | OtherUserEvent
  | UserRegistered
  | UserLockEvent
  | UserNoticeChosen
  | UserPreferencesChosen
  | UserRolesRenamed
  | UserSecondFactorEvent
>;

type UserRegistered = Extract<UserEvent, { type: 'user.registered' }>;

type RecordedUserEvent<Type extends UserEvent['type']> = RecordedEvent<Extract<UserEvent, { type: Type }>>;

function createPerson({
  stream,
  position,
  version,
  data,
  metadata,
}: RecordedUserEvent<'user.registered'>): PersonDocument {
  return {
    id: parseUserStream(stream)!,
    position,
    version,
    name: data.name,
    signInName: data.signInName ?? null,
    signInDigest: data.signInDigest ?? null,
    passwordHash: null,
    demo: data.demo,
    fromLog: data.fromLog ?? false,
    roles: {},
    notices: {},
    registeredAt: metadata.recordedAt,
    lastSignInAt: null,
    erasedAt: null,
    lockedAt: null,
    ...NO_ENDED_SESSIONS,
    sessions: [],
    passwordByAnother: false,
  };
}

function applyPersonEvent(person: PersonDocument, event: RecordedEvent<PersonEvent>): PersonDocument {
  switch (event.type) {
    case 'user.password-set':
      return withPassword(person, event as RecordedUserEvent<'user.password-set'>);
    case 'user.link-issued':
      return {
        ...endSessionsBefore(person, event.version, null),
        passwordHash: null,
        passwordByAnother: false,
      };
    case 'user.role-granted':
    case 'user.role-revoked':
      return withRole(person, event as RecordedUserEvent<'user.role-granted' | 'user.role-revoked'>);
    case 'user.signed-in':
      return withSession(person, event as RecordedUserEvent<'user.signed-in'>);
    case 'user.signed-out':
      return withOngoingSessions(
        person,
        addEndedSession(person, (event as RecordedUserEvent<'user.signed-out'>).data.session),
      );
    case 'user.sessions-ended':
      return endSessionsBefore(
        person,
        event.version,
        (event as RecordedUserEvent<'user.sessions-ended'>).data.except,
      );
    case 'user.sign-in-failed':
    case 'user.signing-failed':
      return person;
    case 'user.erasure-begun':
    case 'user.erased':
      return erasePerson(person, event);
  }
}

function applySecondFactorEvent(
  person: PersonDocument,
  event: RecordedEvent<UserSecondFactorEvent>,
): PersonDocument {
  if (event.type === 'user.second-factor-reset') return endSessionsBefore(person, event.version, null);
  if (event.type !== 'user.second-factor-set') return person;
  const { data } = event as RecordedUserEvent<'user.second-factor-set'>;
  return endSessionsBefore(person, event.version, data.except);
}

const applyLock = (
  person: PersonDocument,
  { type, version, metadata }: RecordedEvent<UserEvent>,
): PersonDocument =>
  type === 'user.locked'
    ? { ...endSessionsBefore(person, version, null), lockedAt: metadata.recordedAt }
    : { ...person, lockedAt: null };

function withRole(
  person: PersonDocument,
  { type, data }: RecordedUserEvent<'user.role-granted' | 'user.role-revoked'>,
) {
  const others = rolesIn(person, data.application).filter((held) => held !== data.role);
  const roles = type === 'user.role-granted' ? [...others, data.role].sort() : others;
  return withRoles(person, data.application, roles);
}

function withRenamedRoles(
  person: PersonDocument,
  { application, roles }: UserRolesRenamed['data'],
): PersonDocument {
  const held = rolesIn(person, application).map((role) => roles[role] ?? role);
  return withRoles(person, application, [...new Set(held)].sort());
}

function rolesIn(person: PersonDocument, application: string): readonly string[] {
  return person.roles[application] ?? [];
}

function withRoles(person: PersonDocument, application: string, roles: readonly string[]): PersonDocument {
  const others = Object.entries(person.roles).filter(([key]) => key !== application);
  const all = roles.length > 0 ? [...others, [application, roles] as const] : others;
  return { ...person, roles: Object.fromEntries(all.sort(([one], [other]) => compareAscending(one, other))) };
}

function endSessionsBefore(person: PersonDocument, version: number, except: number | null): PersonDocument {
  return withOngoingSessions(person, endAllSessions(person, version, except));
}

function withPassword(
  person: PersonDocument,
  { version, data, metadata }: RecordedUserEvent<'user.password-set'>,
) {
  const passwordByAnother = metadata.actor !== person.id && metadata.actor !== 'system';
  return { ...endSessionsBefore(person, version, null), passwordHash: data.hash, passwordByAnother };
}

/** Unlisted sessions stay valid; “end all others” ends them. */
const MOST_LISTED = 50;

function withSession(
  person: PersonDocument,
  { version, data, metadata }: RecordedUserEvent<'user.signed-in'>,
) {
  const signedIn = { ...person, lastSignInAt: metadata.recordedAt };
  if (data.by === 'program') return signedIn;
  const session: SessionEntry = {
    begun: version,
    at: metadata.recordedAt,
    by: data.by,
    browser: data.browser ?? null,
    from: data.from ?? null,
  };
  return { ...signedIn, sessions: [...person.sessions, session].slice(-MOST_LISTED) };
}

const withOngoingSessions = (person: PersonDocument, over: EndedSessions): PersonDocument => ({
  ...person,
  ...over,
  sessions: person.sessions.filter(({ begun }) => !isSessionEnded(over, begun)),
});

/** The key is destroyed; the digest would still identify the name. */
function erasePerson(person: PersonDocument, event: RecordedEvent): PersonDocument {
  return {
    ...person,
    name: ERASED,
    signInName: person.signInName === null ? null : ERASED,
    signInDigest: null,
    passwordHash: person.passwordHash === null ? null : ERASED,
    roles: {},
    notices: {},
    ...(person.preferences && { preferences: DEFAULT_PREFERENCES }),
    sessions: [],
    erasedAt: event.metadata.recordedAt,
  };
}

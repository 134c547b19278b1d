// The decider of people: who is registered, with which roles and password. Values are sealed after it has decided.
import { SYSTEM } from '../actor.js';
import { isBlank } from '../blank.js';
import type { Decided } from '../decided-event.js';
import { adminReasons, type Operator } from '../installation.js';
import { builtInReason, type Words } from '../reason.js';
import { Refused, type Reason } from '../refusal.js';
import { longerThan, storableText } from '#specification/field-types/text.js';
import { displayNameTrouble, plainSignInName, signInNameTrouble, type NameTrouble } from './names.js';
import { mustOpen, type OneTimeLink } from './one-time-link.js';
import { passwordReasons } from './password.js';
import { signInPause } from './sign-in-pause.js';
import type {
  AdmitLink,
  BeginSignIn,
  EndSession,
  EndSessions,
  ErasePerson,
  GrantRole,
  IssueLink,
  NoteFailedSignIn,
  NoteSignIn,
  RegisterUser,
  RevokeRole,
  SetPassword,
  UseLink,
  UserCommand,
} from './user-commands.js';
import type { UserEvent } from './user-events.js';
import { rolesHeld, type Registered, type UserState } from './user-state.js';

/** What was looked up or worked out before deciding. */
export interface UserEnvironment {
  readonly operator: Operator;
  /** Keyed hash of the folded sign-in name of RegisterUser. */
  readonly signInDigest?: string;
  /** The same of its look, where that is another: no other name may look like it. */
  readonly lookDigest?: string;
  /** argon2id of the password in the command; undefined where it carries none. */
  readonly hash?: string;
  /** Why the password in the command is easily guessed; undefined where it is not. */
  readonly guessable?: string | undefined;
  /** Fingerprint of the key that ErasePerson destroyed; null: there was none. */
  readonly keyFingerprint?: string | null;
  /** ISO 8601 instant; only asked where wrong passwords are counted. */
  readonly now?: string;
}

type Events = readonly Decided<UserEvent>[];

const LONGEST_NAME = 200;

type Data<Type extends UserCommand['type']> = Extract<UserCommand, { readonly type: Type }>['data'];
type Decisions = {
  readonly [Type in UserCommand['type']]: (
    state: UserState,
    data: Data<Type>,
    environment: UserEnvironment,
  ) => Events;
};

const DECISIONS: Decisions = {
  RegisterUser: register,
  SetPassword: setPassword,
  IssueLink: issueLink,
  AdmitLink: admitLink,
  UseLink: useLink,
  GrantRole: grant,
  RevokeRole: revoke,
  NoteSignIn: noteSignIn,
  EndSession: endSession,
  EndSessions: endSessions,
  BeginSignIn: beginSignIn,
  NoteFailedSignIn: noteFailedSignIn,
  ErasePerson: erase,
};

export function decideUser(state: UserState, command: UserCommand, environment: UserEnvironment): Events {
  const decide = DECISIONS[command.type] as (...asked: [UserState, unknown, UserEnvironment]) => Events;
  return decide(state, command.data, environment);
}

function register(state: UserState, data: RegisterUser['data'], environment: UserEnvironment): Events {
  const { name, signInName: given, link, demo = false, fromLog = false, roles = [] } = data;
  refuse(registeringReasons(data, environment));
  if (state.status === 'erased') throw refusal('ERASED');
  const signInName = plain(given);
  if (state.status === 'registered') {
    if (state.name === name && plain(state.signInName) === signInName) return [];
    throw refusal('ALREADY_OPEN');
  }
  const { hash } = environment;
  const identity = identityOf(signInName, environment);
  return [
    { type: 'user.registered', data: { name, ...identity, demo, ...(fromLog && { fromLog }) } },
    ...(hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } } as const]),
    ...(link === undefined || signInName === undefined ? [] : [linkIssued(link)]),
    ...roles.map(
      ({ application, role }) => ({ type: 'user.role-granted', data: { application, role } }) as const,
    ),
  ];
}

function identityOf(signInName: string | undefined, { signInDigest, lookDigest }: UserEnvironment) {
  if (signInName === undefined) return {};
  return { signInName, signInDigest, ...(lookDigest !== undefined && { lookDigest }) };
}

function registeringReasons(
  { name, signInName, password }: RegisterUser['data'],
  { operator, guessable }: UserEnvironment,
): readonly Reason[] {
  // What a log calls its people is history: they sign in nowhere, and the system makes them known.
  const reserved = signInName !== undefined || operator.id !== SYSTEM.id;
  const ofName = (text: string) => displayNameTrouble(text, { reserved });
  return [
    ...adminReasons(operator, 'register people'),
    ...nameReasons('The name', 'name', name, ofName),
    ...(signInName === undefined
      ? []
      : nameReasons('The sign-in name', 'signInName', signInName, signInNameTrouble)),
    ...(password === undefined ? [] : passwordReasons(password, guessable)),
    ...(password === undefined || operator.id === SYSTEM.id ? [] : [notTheirs()]),
  ];
}

/** The old one was asked for before. Nobody chooses a password for somebody else. */
function setPassword(state: UserState, data: SetPassword['data'], environment: UserEnvironment): Events {
  const { operator, hash } = environment;
  const others = operator.id === data.id || operator.id === SYSTEM.id ? [] : [notTheirs()];
  refuse([...others, ...passwordReasons(data.password, environment.guessable)]);
  mustBeRegistered(state);
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

function issueLink(state: UserState, { id, link }: IssueLink['data'], { operator }: UserEnvironment): Events {
  refuse(adminReasons(operator, 'make links to choose a password'));
  const { signInName } = mustBeRegistered(state);
  if (operator.id === id) throw badRequest('one’s own password is changed on the page of one’s account');
  if (signInName === undefined) throw badRequest('somebody without a sign-in name has no password');
  return [linkIssued(link)];
}

const linkIssued = ({ digest, until }: OneTimeLink) =>
  ({ type: 'user.link-issued', data: { digest, until } }) as const;

function useLink(state: UserState, data: UseLink['data'], environment: UserEnvironment): Events {
  mustOpen(registeredOr(state, 'LINK_SPENT').link, data.digest, environment.now ?? '');
  refuse(passwordReasons(data.password, environment.guessable));
  const { hash } = environment;
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

function grant(
  state: UserState,
  { application, role }: GrantRole['data'],
  { operator }: UserEnvironment,
): Events {
  refuse(adminReasons(operator, 'give roles'));
  const held = rolesHeld(mustBeRegistered(state), application);
  return held.includes(role) ? [] : [{ type: 'user.role-granted', data: { application, role } }];
}

function revoke(
  state: UserState,
  { application, role }: RevokeRole['data'],
  { operator }: UserEnvironment,
): Events {
  refuse(adminReasons(operator, 'take roles away'));
  const held = rolesHeld(mustBeRegistered(state), application);
  return held.includes(role) ? [{ type: 'user.role-revoked', data: { application, role } }] : [];
}

function noteSignIn(state: UserState, { by, browser, ...data }: NoteSignIn['data']): Events {
  mustBeRegistered(state);
  const where = browser === undefined ? {} : { browser };
  return [{ type: 'user.signed-in', data: { by, ...where, ...fromOf(data) } }];
}

const fromOf = ({ from }: { readonly from?: string }) => (from === undefined ? {} : { from });

/** An erased person's sessions are over anyway. */
function endSession(
  state: UserState,
  { id, session }: EndSession['data'],
  { operator }: UserEnvironment,
): Events {
  refuse(operator.id === id ? [] : adminReasons(operator, 'end the sessions of others'));
  if (state.status === 'erased') return [];
  mustBeRegistered(state);
  return [{ type: 'user.signed-out', data: { session } }];
}

function endSessions(
  state: UserState,
  { id, except }: EndSessions['data'],
  { operator }: UserEnvironment,
): Events {
  refuse(operator.id === id ? [] : adminReasons(operator, 'end the sessions of others'));
  if (state.status === 'erased') return [];
  mustBeRegistered(state);
  return [{ type: 'user.sessions-ended', data: { except } }];
}

function admitLink(state: UserState, { digest }: AdmitLink['data'], { now = '' }: UserEnvironment): Events {
  mustOpen(registeredOr(state, 'LINK_SPENT').link, digest, now);
  return [];
}

function beginSignIn(state: UserState, data: BeginSignIn['data'], environment: UserEnvironment): Events {
  mayTry(state, data, environment);
  return [];
}

function noteFailedSignIn(
  state: UserState,
  data: NoteFailedSignIn['data'],
  environment: UserEnvironment,
): Events {
  mayTry(state, data, environment);
  return [{ type: 'user.sign-in-failed', data: { by: 'password', ...fromOf(data) } }];
}

function mayTry(state: UserState, { from }: BeginSignIn['data'], { now = '' }: UserEnvironment): void {
  const { failures, familiar } = mustBeRegistered(state);
  const seconds = signInPause(failures, familiar, { from, now });
  if (seconds > 0) throw new Refused([builtInReason('TOO_MANY_ATTEMPTS', { with: { seconds } })]);
}

/** Also for people who are no users (the id of a record whose fields are about its own person). */
function erase(state: UserState, data: ErasePerson['data'], environment: UserEnvironment): Events {
  const unexplained = isBlank(data.reason) ? [builtInReason('REASON_REQUIRED', { fields: ['reason'] })] : [];
  refuse([...adminReasons(environment.operator, 'erase people'), ...unexplained]);
  if (state.status === 'erased') return [];
  const certificate = { person: data.id, keyFingerprint: environment.keyFingerprint ?? null };
  return [{ type: 'user.erased', data: certificate, said: { reason: data.reason } }];
}

function registeredOr(state: UserState, code: string): Registered {
  if (state.status !== 'registered') throw refusal(code);
  return state;
}

function mustBeRegistered(state: UserState): Registered {
  if (state.status === 'erased') throw refusal('ERASED');
  if (state.status === 'not registered') throw refusal('NOT_FOUND');
  return state;
}

const plain = (name: string | undefined) => (name === undefined ? undefined : plainSignInName(name));

function nameReasons(
  field: string,
  key: string,
  name: unknown,
  troubleOf: (name: string) => NameTrouble | undefined,
): readonly Reason[] {
  if (typeof name !== 'string' || isBlank(name)) return [about('REQUIRED', key, { field })];
  if (!storableText(name))
    return [about('WRONG_TYPE', key, { field, expected: 'text that can be kept', example: 'Ada' })];
  if (longerThan(name, LONGEST_NAME)) return [about('TOO_LONG', key, { field, max: LONGEST_NAME })];
  const trouble = troubleOf(name);
  return trouble ? [about('NAME_NOT_POSSIBLE', key, { field, ...trouble })] : [];
}

const notTheirs = (): Reason =>
  builtInReason('NOT_PERMITTED', {
    with: { what: 'choose the password of somebody else', who: 'the person, by a one-time link' },
    fields: ['password'],
  });

const badRequest = (why: string) => new Refused([builtInReason('BAD_REQUEST', { with: { why } })]);

function about(code: string, key: string, words: Words): Reason {
  return builtInReason(code, { with: words, fields: [key] });
}

const refusal = (code: string) => new Refused([builtInReason(code)]);

function refuse(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}

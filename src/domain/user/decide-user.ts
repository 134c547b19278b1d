// The decider of people: who is registered, with which roles and password. Values are sealed after it has decided.
import { phrase, type Phrase } from '#specification/refusal-words/message-parameters.js';
import { SYSTEM } from '../permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason, createEntryReason } from '../refusal-reason.js';
import { Refused } from '../refusal.js';
import { dismissDeputy, nameDeputy } from './name-deputy.js';
import { chooseNotice } from './choose-notice.js';
import { mustOpen } from './one-time-link.js';
import { passwordReasons } from './password.js';
import { choosePreferences } from './choose-preferences.js';
import { register } from './register-user.js';
import {
  beginSignIn,
  endSession,
  endSessions,
  noteFailedSignIn,
  noteFailedSigning,
  noteSignIn,
} from './record-sign-in.js';
import type { UserCommand } from './user-commands.js';
import { INSTALLATION } from './user-events.js';
import {
  linkIssued,
  mustBeRegistered,
  notTheirs,
  refuse,
  registeredOr,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision.js';
import { rolesHeld, type UserState } from './user-state.js';
import { checkAdmin } from '../authorize-operator.js';

type Decisions = {
  readonly [Type in UserCommand['type']]: (
    state: UserState,
    data: UserCommandPayload<Type>,
    context: UserDecisionContext,
  ) => NewUserEvents;
};

const DECISIONS: Decisions = {
  RegisterUser: register,
  SetPassword: setPassword,
  IssueLink: issueLink,
  AdmitLink: admitLink,
  UseLink: useLink,
  GrantRole: grant,
  RevokeRole: revoke,
  NameDeputy: nameDeputy,
  DismissDeputy: dismissDeputy,
  ChooseNotice: chooseNotice,
  ChoosePreferences: choosePreferences,
  NoteSignIn: noteSignIn,
  EndSession: endSession,
  EndSessions: endSessions,
  BeginSignIn: beginSignIn,
  NoteFailedSignIn: noteFailedSignIn,
  NoteFailedSigning: noteFailedSigning,
  LockPerson: lock,
  UnlockPerson: unlock,
  ErasePerson: erase,
};

export function decideUser(
  state: UserState,
  command: UserCommand,
  context: UserDecisionContext,
): NewUserEvents {
  const decide = DECISIONS[command.type] as (
    ...asked: [UserState, unknown, UserDecisionContext]
  ) => NewUserEvents;
  return decide(state, command.data, context);
}

/** The old one was asked for before. Nobody chooses a password for somebody else. */
function setPassword(
  state: UserState,
  data: UserCommandPayload<'SetPassword'>,
  context: UserDecisionContext,
): NewUserEvents {
  const { operator, hash } = context;
  const others = operator.id === data.id || operator.id === SYSTEM.id ? [] : [notTheirs()];
  refuse([...others, ...passwordReasons(data.password, context.guessable)]);
  mustBeRegistered(state);
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

function issueLink(
  state: UserState,
  { id, link }: UserCommandPayload<'IssueLink'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  refuse(checkAdmin(operator, 'to.make-links'));
  const person = mustBeRegistered(state);
  if (operator.id === id) throw notPossible(phrase('entry.link-own'));
  if (person.signInName === undefined) throw notPossible(phrase('entry.link-without-name'));
  if (person.locked) throw notPossible(phrase('entry.link-locked'));
  return [linkIssued(link)];
}

function useLink(
  state: UserState,
  data: UserCommandPayload<'UseLink'>,
  context: UserDecisionContext,
): NewUserEvents {
  mustOpen(openLinkOf(state), data.digest, context.now ?? '');
  refuse(passwordReasons(data.password, context.guessable));
  const { hash } = context;
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

/** A locked account has none, whatever was issued meanwhile. */
function openLinkOf(state: UserState) {
  const { link, locked } = registeredOr(state, 'LINK_SPENT');
  return locked ? undefined : link;
}

function grant(
  state: UserState,
  { application, role }: UserCommandPayload<'GrantRole'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  refuse(checkAdmin(operator, 'to.give-roles'));
  const person = mustBeRegistered(state);
  if (person.fromLog) throw notPossible(phrase('entry.roles-from-log'));
  const held = rolesHeld(person, application);
  return held.includes(role) ? [] : [{ type: 'user.role-granted', data: { application, role } }];
}

function revoke(
  state: UserState,
  { id, application, role }: UserCommandPayload<'RevokeRole'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  refuse(checkAdmin(operator, 'to.take-roles'));
  const held = rolesHeld(mustBeRegistered(state), application);
  if (application === INSTALLATION && role === 'admin' && operator.id === id)
    throw notPossible(phrase('entry.another-admin-takes'));
  return held.includes(role) ? [{ type: 'user.role-revoked', data: { application, role } }] : [];
}

function admitLink(
  state: UserState,
  { digest }: UserCommandPayload<'AdmitLink'>,
  { now = '' }: UserDecisionContext,
): NewUserEvents {
  mustOpen(openLinkOf(state), digest, now);
  return [];
}

/** Another admin remains, who can unlock it: nobody locks their own account. */
function lock(
  state: UserState,
  { id, reason }: UserCommandPayload<'LockPerson'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  refuse([...checkAdmin(operator, 'to.lock-accounts'), ...reasonMissing(reason)]);
  const { locked, fromLog } = mustBeRegistered(state);
  if (operator.id === id) throw notPossible(phrase('entry.another-admin-locks'));
  if (fromLog) throw notPossible(phrase('entry.account-needed'));
  return locked ? [] : [{ type: 'user.locked', data: {}, metadata: { reason } }];
}

function unlock(
  state: UserState,
  { reason }: UserCommandPayload<'UnlockPerson'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  refuse([...checkAdmin(operator, 'to.unlock-accounts'), ...reasonMissing(reason)]);
  return mustBeRegistered(state).locked ? [{ type: 'user.unlocked', data: {}, metadata: { reason } }] : [];
}

const reasonMissing = (reason: string) =>
  isBlank(reason) ? [createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })] : [];

/** Also of who is no user and has a key, as records once had under their ids. Only the intent: once it is written, the key is destroyed and the certificate follows. */
function erase(
  state: UserState,
  data: UserCommandPayload<'ErasePerson'>,
  context: UserDecisionContext,
): NewUserEvents {
  refuse([...checkAdmin(context.operator, 'to.erase-people'), ...reasonMissing(data.reason)]);
  if (state.status === 'erased') return [];
  if (context.operator.id === data.id) throw notPossible(phrase('entry.another-admin-erases'));
  if (!context.known?.hasKey) mustBeRegistered(state);
  return [{ type: 'user.erasure-begun', data: { person: data.id }, metadata: { reason: data.reason } }];
}

const notPossible = (sentence: Phrase) => new Refused([createEntryReason(sentence)]);

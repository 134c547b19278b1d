import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import { SYSTEM } from '../permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason, createInvalidEntryReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import { dismissDeputy, appointDeputy } from './appoint-deputy.js';
import { chooseNotice } from './choose-notice.js';
import { assertLinkUsable } from './one-time-link.js';
import { checkPassword } from './password-policy.js';
import { choosePreferences } from './choose-preferences.js';
import { deleteView, saveView } from './save-view.js';
import { resetSecondFactor, setUpSecondFactor, useSecondFactor } from './second-factor.js';
import { followProviderGroups, linkIdentity, unlinkIdentity } from './link-identity.js';
import { isProviderRole } from './linked-identities.js';
import { issueToken, recordTokenUse, revokeToken } from './api-tokens.js';
import { revokeAllTokens } from './standing-tokens.js';
import { registerUser } from './register-user.js';
import {
  authorizeSignInAttempt,
  endSession,
  endProviderSessions,
  endSessions,
  recordFailedSignIn,
  recordFailedSignature,
  recordSignIn,
} from './sign-in-and-sessions.js';
import type { UserCommand } from './user-commands.js';
import { INSTALLATION } from './user-events.js';
import {
  createLinkIssued,
  requireRegistered,
  requireUnlockedIfOwn,
  createForeignPasswordReason,
  throwRefusalIfAny,
  getRegisteredOrRefuse,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision-context.js';
import { getRoles, type UserState } from './user-state.js';
import { checkAdmin } from '../authorize-operator.js';

type Decisions = {
  readonly [Type in UserCommand['type']]: (
    state: UserState,
    data: UserCommandPayload<Type>,
    context: UserDecisionContext,
  ) => NewUserEvents;
};

const DECISIONS: Decisions = {
  RegisterUser: registerUser,
  SetPassword: setPassword,
  IssueLink: issueLink,
  AdmitLink: verifyLink,
  UseLink: useLink,
  GrantRole: grantRole,
  RevokeRole: revokeRole,
  NameDeputy: appointDeputy,
  DismissDeputy: dismissDeputy,
  ChooseNotice: chooseNotice,
  ChoosePreferences: choosePreferences,
  NoteSignIn: recordSignIn,
  EndSession: endSession,
  EndSessions: endSessions,
  BeginSignIn: authorizeSignInAttempt,
  NoteFailedSignIn: recordFailedSignIn,
  NoteFailedSigning: recordFailedSignature,
  LockPerson: lockPerson,
  UnlockPerson: unlockPerson,
  ErasePerson: erasePerson,
  SaveView: saveView,
  DeleteView: deleteView,
  SetUpSecondFactor: setUpSecondFactor,
  UseSecondFactor: useSecondFactor,
  ResetSecondFactor: resetSecondFactor,
  SignInByLink: signInByLink,
  LinkIdentity: linkIdentity,
  UnlinkIdentity: unlinkIdentity,
  EndProviderSessions: endProviderSessions,
  FollowProviderGroups: followProviderGroups,
  IssueToken: issueToken,
  RevokeToken: revokeToken,
  RecordTokenUse: recordTokenUse,
};

export function decideUser(
  state: UserState,
  command: UserCommand,
  context: UserDecisionContext,
): NewUserEvents {
  const decide = DECISIONS[command.type] as (
    ...decisionArguments: [UserState, unknown, UserDecisionContext]
  ) => NewUserEvents;
  return decide(state, command.data, context);
}

/** The handler checks the old password. */
function setPassword(
  state: UserState,
  data: UserCommandPayload<'SetPassword'>,
  context: UserDecisionContext,
): NewUserEvents {
  const { operator, hash } = context;
  const others = operator.id === data.id || operator.id === SYSTEM.id ? [] : [createForeignPasswordReason()];
  throwRefusalIfAny([...others, ...checkPassword(data.password, context.guessable)]);
  requireUnlockedIfOwn(state, data.id, context);
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

function issueLink(
  state: UserState,
  { id, link }: UserCommandPayload<'IssueLink'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny(checkAdmin(operator, 'to.make-links'));
  const person = requireRegistered(state);
  if (operator.id === id) throw createEntryRefusal(createPhrase('entry.link-own'));
  if (person.signInName === undefined && !person.hasBeenLinked)
    throw createEntryRefusal(createPhrase('entry.link-without-name'));
  if (person.locked) throw createEntryRefusal(createPhrase('entry.link-locked'));
  return [createLinkIssued(link), ...revokeAllTokens(person.tokens)];
}

function useLink(
  state: UserState,
  data: UserCommandPayload<'UseLink'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertLinkUsable(getUsableLink(state), data.digest, context.now ?? '');
  throwRefusalIfAny(checkPassword(data.password, context.guessable));
  const { hash } = context;
  return hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } }];
}

function signInByLink(
  state: UserState,
  { digest, ...signIn }: UserCommandPayload<'SignInByLink'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertLinkUsable(getUsableLink(state), digest, context.now ?? '');
  return recordSignIn(state, { ...signIn, by: 'link' }, context);
}

/** A locked account has no usable link. */
function getUsableLink(state: UserState) {
  const { link, locked } = getRegisteredOrRefuse(state, 'LINK_SPENT');
  return locked ? undefined : link;
}

function grantRole(
  state: UserState,
  { application, role }: UserCommandPayload<'GrantRole'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny(checkAdmin(operator, 'to.give-roles'));
  const person = requireRegistered(state);
  if (person.fromLog) throw createEntryRefusal(createPhrase('entry.roles-from-log'));
  const held = getRoles(person, application);
  // Given by hand, it stays when the provider gives it no more.
  const isByHand = held.includes(role) && !isProviderRole(person.providerRoles, { application, role });
  return isByHand ? [] : [{ type: 'user.role-granted', data: { application, role } }];
}

function revokeRole(
  state: UserState,
  { id, application, role }: UserCommandPayload<'RevokeRole'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny(checkAdmin(operator, 'to.take-roles'));
  const held = getRoles(requireRegistered(state), application);
  if (application === INSTALLATION && role === 'admin' && operator.id === id)
    throw createEntryRefusal(createPhrase('entry.another-admin-takes'));
  return held.includes(role) ? [{ type: 'user.role-revoked', data: { application, role } }] : [];
}

function verifyLink(
  state: UserState,
  { digest }: UserCommandPayload<'AdmitLink'>,
  { now = '' }: UserDecisionContext,
): NewUserEvents {
  assertLinkUsable(getUsableLink(state), digest, now);
  return [];
}

/** An admin remains to unlock the account. */
function lockPerson(
  state: UserState,
  { id, reason }: UserCommandPayload<'LockPerson'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny([...checkAdmin(operator, 'to.lock-accounts'), ...checkReasonGiven(reason)]);
  const { locked, fromLog, tokens } = requireRegistered(state);
  if (operator.id === id) throw createEntryRefusal(createPhrase('entry.another-admin-locks'));
  if (fromLog) throw createEntryRefusal(createPhrase('entry.account-needed'));
  return locked ? [] : [{ type: 'user.locked', data: {}, metadata: { reason } }, ...revokeAllTokens(tokens)];
}

function unlockPerson(
  state: UserState,
  { reason }: UserCommandPayload<'UnlockPerson'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny([...checkAdmin(operator, 'to.unlock-accounts'), ...checkReasonGiven(reason)]);
  return requireRegistered(state).locked ? [{ type: 'user.unlocked', data: {}, metadata: { reason } }] : [];
}

const checkReasonGiven = (reason: string) =>
  isBlank(reason) ? [createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })] : [];

/** Ids without a user may have a key, in early versions. The key is destroyed afterwards. */
function erasePerson(
  state: UserState,
  data: UserCommandPayload<'ErasePerson'>,
  context: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny([...checkAdmin(context.operator, 'to.erase-people'), ...checkReasonGiven(data.reason)]);
  if (state.status === 'erased') return [];
  if (context.operator.id === data.id) throw createEntryRefusal(createPhrase('entry.another-admin-erases'));
  if (!context.known?.hasKey) requireRegistered(state);
  return [{ type: 'user.erasure-begun', data: { person: data.id }, metadata: { reason: data.reason } }];
}

const createEntryRefusal = (sentence: Phrase) => new Refused([createInvalidEntryReason(sentence)]);

// Decides to link and unlink accounts at providers, and to follow the groups that providers state.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { checkAdmin } from '../authorize-operator.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { Refused } from '../refusal.js';
import {
  compareProviderRoles,
  createIdentityLinked,
  isSameIssuer,
  isSameList,
  leaveSharedRole,
  type WaysIn,
} from './linked-identities.js';
import { endSessionsOfIdentity } from './provider-sessions.js';
import {
  assertNotLocked,
  createBuiltInRefusal,
  requireIdentity,
  requireRegistered,
  requireUnlockedIfOwn,
  throwRefusalIfAny,
  type NewUserEvents,
  type UserCommandPayload,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { RegisteredUser, UserState } from './user-state.js';

const MAX_IDENTITIES = 10;

export function linkIdentity(
  state: UserState,
  { id, ...identity }: UserCommandPayload<'LinkIdentity'>,
  context: UserDecisionContext,
): NewUserEvents {
  if (context.operator.id !== id) {
    const words = { what: createPhrase('to.link-identities'), who: createPhrase('who.the-person') };
    throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
  }
  const { identities } = requireUnlockedIfOwn(state, id, context);
  if (identities.some((each) => each.identity === identity.identity)) return [];
  if (identities.length >= MAX_IDENTITIES)
    throw createInvalidEntryRefusal(
      'identity',
      createPhrase('entry.identities-most', { most: MAX_IDENTITIES }),
    );
  return [createIdentityLinked(identity)];
}

export function unlinkIdentity(
  state: UserState,
  { id, identity, except, waysIn }: UserCommandPayload<'UnlinkIdentity'>,
  context: UserDecisionContext,
): NewUserEvents {
  const isOwn = context.operator.id === id;
  throwRefusalIfAny(isOwn ? [] : checkAdmin(context.operator, 'to.unlink-identities'));
  const person = requireUnlockedIfOwn(state, id, context);
  requireIdentity(person, identity);
  if (isOwn) assertWayInLeft(person, identity, waysIn);
  return [
    { type: 'user.identity-unlinked', data: { identity } },
    ...takeRolesOfIssuer(state, identity),
    ...endSessionsOfIdentity(person, identity, isOwn ? except : undefined),
  ];
}

/** Throws `Refused` BAD_REQUEST. */
function assertWayInLeft(
  { identities, hash, signInName }: RegisteredUser,
  unlinked: string,
  { hasPasswords, issuers }: WaysIn,
): void {
  const canHavePassword = hasPasswords && signInName !== undefined;
  const hasOther = identities
    .filter(({ identity }) => identity !== unlinked)
    .some(({ issuer }) => issuers.some((each) => isSameIssuer(each, issuer)));
  if (hasOther || (canHavePassword && hash !== undefined)) return;
  const sentence = canHavePassword ? 'entry.identity-last' : 'entry.identity-last-without-password';
  throw createInvalidEntryRefusal('identity', createPhrase(sentence));
}

/** Without the account at the provider, they would never be revoked. */
function takeRolesOfIssuer(state: UserState, identity: string): NewUserEvents {
  const { identities, providerRoles } = requireRegistered(state);
  const issuer = identities.find((each) => each.identity === identity)?.issuer;
  if (identities.some((each) => each.identity !== identity && each.issuer === issuer)) return [];
  return providerRoles
    .filter(({ provider }) => provider === issuer)
    .flatMap(({ provider, ...role }) => leaveSharedRole(providerRoles, provider, role));
}

/** Roles granted by hand stay; roles that this provider gave and gives no more are taken, unless another gives them. */
export function followProviderGroups(
  state: UserState,
  { identity, groups, roles }: UserCommandPayload<'FollowProviderGroups'>,
): NewUserEvents {
  const person = requireRegistered(state);
  assertNotLocked(person);
  const linked = person.identities.find((each) => each.identity === identity);
  if (!linked) throw createBuiltInRefusal('NOT_FOUND');
  const { issuer: provider } = linked;
  const { added, joined, taken, left } = compareProviderRoles(person, provider, roles);
  const hasOtherGroups = !isSameList(linked.groups ?? [], groups);
  return [
    ...(hasOtherGroups
      ? [{ type: 'user.identity-groups-received', data: { identity, groups } } as const]
      : []),
    ...[...added, ...joined].map(
      (role) => ({ type: 'user.role-granted', data: { ...role, provider } }) as const,
    ),
    ...[...taken, ...left].flatMap((role) => leaveSharedRole(person.providerRoles, provider, role)),
  ];
}

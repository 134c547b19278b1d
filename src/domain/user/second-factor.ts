// The code itself is verified outside, as it takes cryptography; what decides whether it may count is here.
import { isBlank } from '#specification/model/stored-value.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import {
  createBuiltInReason,
  createInvalidEntryReason,
  createInvalidEntryRefusal,
} from '../create-reason.js';
import { Refused } from '../refusal.js';
import { checkAdmin } from '../authorize-operator.js';
import type { UserRecoveryCodeUsed, UserSecondFactorUsed } from './second-factor-events.js';
import { isBrowserRemembered, type SecondFactor, type SecondFactorProof } from './second-factor-state.js';
import type { EndedSessions } from './ended-sessions.js';
import {
  createBuiltInRefusal,
  requireRegistered,
  requireUnlockedIfOwn,
  throwRefusalIfAny,
  type NewUserEvents,
  type UserCommandPayload,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';
import type { UserSignedIn } from './user-events.js';

type SignInMethod = UserSignedIn['data']['by'];

/** Ways of signing in that only a password or a link precedes. */
const ASKED_WITH: readonly SignInMethod[] = ['password', 'first-link', 'program', 'link'];

interface SignInToProve {
  readonly by: SignInMethod;
  readonly proof: SecondFactorProof | undefined;
  readonly asksAtProviders: boolean;
}

interface SignInProof {
  readonly events: readonly UserRecoveryCodeUsed[];
  readonly member: Pick<UserSignedIn['data'], 'secondFactor' | 'step'>;
}

const NOT_ASKED: SignInProof = { events: [], member: {} };

/** Throws `Refused` SECOND_FACTOR_NEEDED, PASSWORD_NOT_ENOUGH or SECOND_FACTOR_WRONG. */
export function proveAtSignIn(
  { secondFactor, over }: { readonly secondFactor: SecondFactor | undefined; readonly over: EndedSessions },
  { by, proof, asksAtProviders }: SignInToProve,
): SignInProof {
  if (!secondFactor) {
    // The factor that the code belongs to was reset meanwhile.
    if (proof && proof.kind !== 'given before') throw createBuiltInRefusal('SECOND_FACTOR_WRONG');
    return NOT_ASKED;
  }
  if (by === 'program') throw createBuiltInRefusal('PASSWORD_NOT_ENOUGH');
  if (!proof) {
    if (isSecondFactorNeeded(by, asksAtProviders)) throw createBuiltInRefusal('SECOND_FACTOR_NEEDED');
    return NOT_ASKED;
  }
  if (proof.kind === 'given before') return NOT_ASKED;
  if (proof.kind === 'remembered browser') {
    if (!isBrowserRemembered(secondFactor, over, proof)) throw createBuiltInRefusal('SECOND_FACTOR_NEEDED');
    return { events: [], member: { secondFactor: 'remembered browser' } };
  }
  const used = useProof(secondFactor, proof);
  return used.type === 'user.recovery-code-used'
    ? { events: [used], member: { secondFactor: 'recovery code' } }
    : { events: [], member: { secondFactor: 'code', step: used.data.step } };
}

const isSecondFactorNeeded = (by: SignInMethod, asksAtProviders: boolean): boolean =>
  by === 'provider' ? asksAtProviders : ASKED_WITH.includes(by);

type UsedProof = Extract<SecondFactorProof, { readonly kind: 'code' | 'recovery code' }>;

/** Throws `Refused` SECOND_FACTOR_WRONG if the code was used before. */
function useProof(factor: SecondFactor, proof: UsedProof): UserSecondFactorUsed | UserRecoveryCodeUsed {
  if (proof.factor !== factor.version) throw createBuiltInRefusal('SECOND_FACTOR_WRONG');
  if (proof.kind === 'code') {
    if (proof.step <= factor.lastStep) throw createBuiltInRefusal('SECOND_FACTOR_WRONG');
    return { type: 'user.second-factor-used', data: { step: proof.step } };
  }
  const code = factor.recoveryCodes.indexOf(proof.digest) + 1;
  if (code === 0 || factor.usedCodes.includes(code)) throw createBuiltInRefusal('SECOND_FACTOR_WRONG');
  return { type: 'user.recovery-code-used', data: { code } };
}

const RECOVERY_CODES = 10;

/** For oneself only. Throws `Refused` BAD_REQUEST for a set-up that began before the last change. */
export function setUpSecondFactor(
  state: UserState,
  { id, secret, recoveryCodes, step, baseVersion, except }: UserCommandPayload<'SetUpSecondFactor'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertOwn(context, id);
  const { secondFactor, secondFactorVersion, locked } = requireUnlockedIfOwn(state, id, context);
  if (locked) throw createBuiltInRefusal('ACCOUNT_LOCKED');
  if (secondFactor) throw new Refused([createInvalidEntryReason(createPhrase('entry.second-factor-exists'))]);
  if (baseVersion !== secondFactorVersion)
    throw createInvalidEntryRefusal('code', createPhrase('entry.set-up-over'));
  if (recoveryCodes.length !== RECOVERY_CODES) throw new TypeError('ten recovery codes');
  return [{ type: 'user.second-factor-set', data: { secret, recoveryCodes, step, except } }];
}

/** For oneself only. Throws `Refused` SECOND_FACTOR_WRONG. */
export function useSecondFactor(
  state: UserState,
  { id, proof }: UserCommandPayload<'UseSecondFactor'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertOwn(context, id);
  const { secondFactor } = requireUnlockedIfOwn(state, id, context);
  if (!secondFactor) throw createBuiltInRefusal('SECOND_FACTOR_WRONG');
  return [useProof(secondFactor, proof)];
}

/**
 * Others need to be admins and to give a reason. One's own takes a code, also of admins: the cookie of their session
 * alone could be a stolen one. Throws `Refused` SECOND_FACTOR_NEEDED or SECOND_FACTOR_WRONG.
 */
export function resetSecondFactor(
  state: UserState,
  { id, reason, proof }: UserCommandPayload<'ResetSecondFactor'>,
  context: UserDecisionContext,
): NewUserEvents {
  const isOwn = context.operator.id === id;
  if (!isOwn) {
    const missing = isBlank(reason) ? [createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })] : [];
    throwRefusalIfAny([...checkAdmin(context.operator, 'to.reset-second-factors'), ...missing]);
  }
  const { secondFactor } = isOwn ? requireUnlockedIfOwn(state, id, context) : requireRegistered(state);
  if (!secondFactor) return [];
  if (isOwn && !proof) throw createBuiltInRefusal('SECOND_FACTOR_NEEDED');
  const used = isOwn && proof ? [useProof(secondFactor, proof)] : [];
  const metadata = isBlank(reason) ? {} : { metadata: { reason } };
  return [...used, { type: 'user.second-factor-reset', data: {}, ...metadata }];
}

function assertOwn({ operator }: UserDecisionContext, id: string): void {
  if (operator.id === id) return;
  const words = {
    what: createPhrase('to.use-second-factors'),
    who: createPhrase('who.the-person'),
  };
  throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
}

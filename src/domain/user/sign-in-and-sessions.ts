import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import { isSessionEnded } from './ended-sessions.js';
import { endSessionsOfProvider, isEndedMeanwhile } from './provider-sessions.js';
import { proveAtSignIn } from './second-factor.js';
import { computeSignInPause } from './sign-in-pause.js';
import {
  createBuiltInRefusal,
  requireIdentity,
  requireRegistered,
  assertNotLocked,
  throwRefusalIfAny,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';
import { checkAdmin, type Operator } from '../authorize-operator.js';

/** Every sign-in ends here, so that locked accounts cannot sign in. */
export function recordSignIn(
  state: UserState,
  signIn: UserCommandPayload<'NoteSignIn'>,
  { known }: UserDecisionContext,
): NewUserEvents {
  const { by, browser, proof, identity, providerSession } = signIn;
  const person = requireRegistered(state);
  assertNotLocked(person);
  if (identity !== undefined) requireIdentity(person, identity);
  if (isEndedMeanwhile(person.providerSignOuts, signIn))
    throw createBuiltInRefusal('PROVIDER_SIGN_IN_EXPIRED');
  const { events, member } = proveAtSignIn(person, {
    by,
    proof,
    asksAtProviders: known?.asksAtProviders ?? false,
  });
  const where = {
    ...(browser !== undefined && { browser }),
    ...(identity !== undefined && { identity }),
    ...(providerSession !== undefined && { providerSession }),
  };
  // Last, as its version is the session.
  return [
    ...events,
    { type: 'user.signed-in', data: { by, ...where, ...pickNetworkAddress(signIn), ...member } },
  ];
}

const pickNetworkAddress = ({ from }: { readonly from?: string }) => (from === undefined ? {} : { from });

export function endSession(
  state: UserState,
  { id, session }: UserCommandPayload<'EndSession'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  return canEndSessions(state, id, operator) ? [{ type: 'user.signed-out', data: { session } }] : [];
}

/** By the provider, which the caller has authenticated. Nothing to end is no error: providers repeat themselves. */
export function endProviderSessions(
  state: UserState,
  ended: UserCommandPayload<'EndProviderSessions'>,
): NewUserEvents {
  return state.status === 'registered' ? endSessionsOfProvider(state, ended) : [];
}

export function endSessions(
  state: UserState,
  { id, except }: UserCommandPayload<'EndSessions'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  return canEndSessions(state, id, operator) ? [{ type: 'user.sessions-ended', data: { except } }] : [];
}

function canEndSessions(state: UserState, id: string, operator: Operator): boolean {
  throwRefusalIfAny(operator.id === id ? [] : checkAdmin(operator, 'to.end-sessions'));
  if (state.status === 'erased') return false;
  requireRegistered(state);
  return true;
}

export function authorizeSignInAttempt(
  state: UserState,
  data: UserCommandPayload<'BeginSignIn'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertAttemptAllowed(state, data, context);
  return [];
}

export function recordFailedSignIn(
  state: UserState,
  data: UserCommandPayload<'NoteFailedSignIn'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertAttemptAllowed(state, data, context);
  const { by = 'password' } = data;
  return [{ type: 'user.sign-in-failed', data: { by, ...pickNetworkAddress(data) } }];
}

const MAX_WRONG_PASSWORDS = 3;

export function recordFailedSignature(
  state: UserState,
  data: UserCommandPayload<'NoteFailedSigning'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertAttemptAllowed(state, data, context);
  const { session } = data;
  const failed = {
    type: 'user.signing-failed',
    data: { session: session ?? null, ...pickNetworkAddress(data) },
  } as const;
  const wrong = session === undefined ? 0 : (requireRegistered(state).failedSignings[session] ?? 0) + 1;
  if (session === undefined || wrong < MAX_WRONG_PASSWORDS) return [failed];
  return [failed, { type: 'user.signed-out', data: { session } }];
}

/** In an ended session, the answer must not reveal whether the password was right. */
function assertAttemptAllowed(
  state: UserState,
  { session, from }: UserCommandPayload<'BeginSignIn'>,
  { now = '' }: UserDecisionContext,
): void {
  const { failures, familiar, over } = requireRegistered(state);
  if (session !== undefined && isSessionEnded(over, session))
    throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
  const seconds = computeSignInPause(failures, familiar, { from, now });
  if (seconds > 0) throw new Refused([createBuiltInReason('TOO_MANY_ATTEMPTS', { with: { seconds } })]);
}

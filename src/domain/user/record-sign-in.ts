// Sign-ins that are noted, wrong passwords that are counted, and sessions that end.
import { createBuiltInReason } from '../refusal-reason.js';
import { Refused } from '../refusal.js';
import { isSessionOver } from './ended-sessions.js';
import { signInPause } from './sign-in-pause.js';
import {
  mustBeRegistered,
  mustNotBeLocked,
  refuse,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision.js';
import type { UserState } from './user-state.js';
import { checkAdmin, type Operator } from '../authorize-operator.js';

/** Every way of signing in ends here, after the password was right or where none is asked for: a locked account gets no further. */
export function noteSignIn(
  state: UserState,
  { by, browser, ...data }: UserCommandPayload<'NoteSignIn'>,
): NewUserEvents {
  mustNotBeLocked(mustBeRegistered(state));
  const where = browser === undefined ? {} : { browser };
  return [{ type: 'user.signed-in', data: { by, ...where, ...fromOf(data) } }];
}

const fromOf = ({ from }: { readonly from?: string }) => (from === undefined ? {} : { from });

export function endSession(
  state: UserState,
  { id, session }: UserCommandPayload<'EndSession'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  return mayEnd(state, id, operator) ? [{ type: 'user.signed-out', data: { session } }] : [];
}

export function endSessions(
  state: UserState,
  { id, except }: UserCommandPayload<'EndSessions'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  return mayEnd(state, id, operator) ? [{ type: 'user.sessions-ended', data: { except } }] : [];
}

/** false: an erased person's sessions are over anyway. */
function mayEnd(state: UserState, id: string, operator: Operator): boolean {
  refuse(operator.id === id ? [] : checkAdmin(operator, 'to.end-sessions'));
  if (state.status === 'erased') return false;
  mustBeRegistered(state);
  return true;
}

export function beginSignIn(
  state: UserState,
  data: UserCommandPayload<'BeginSignIn'>,
  context: UserDecisionContext,
): NewUserEvents {
  mayTry(state, data, context);
  return [];
}

export function noteFailedSignIn(
  state: UserState,
  data: UserCommandPayload<'NoteFailedSignIn'>,
  context: UserDecisionContext,
): NewUserEvents {
  mayTry(state, data, context);
  return [{ type: 'user.sign-in-failed', data: { by: 'password', ...fromOf(data) } }];
}

/** So many wrong passwords end the session in which they were given. */
const MOST_WRONG = 3;

export function noteFailedSigning(
  state: UserState,
  data: UserCommandPayload<'NoteFailedSigning'>,
  context: UserDecisionContext,
): NewUserEvents {
  mayTry(state, data, context);
  const { session } = data;
  const failed = {
    type: 'user.signing-failed',
    data: { session: session ?? null, ...fromOf(data) },
  } as const;
  const wrong = session === undefined ? 0 : (mustBeRegistered(state).unsigned[session] ?? 0) + 1;
  if (session === undefined || wrong < MOST_WRONG) return [failed];
  return [failed, { type: 'user.signed-out', data: { session } }];
}

/** Nothing is told of the password in a session that is over: neither that it was wrong nor that it was right. */
function mayTry(
  state: UserState,
  { session, from }: UserCommandPayload<'BeginSignIn'>,
  { now = '' }: UserDecisionContext,
): void {
  const { failures, familiar, over } = mustBeRegistered(state);
  if (session !== undefined && isSessionOver(over, session))
    throw new Refused([createBuiltInReason('NOT_SIGNED_IN')]);
  const seconds = signInPause(failures, familiar, { from, now });
  if (seconds > 0) throw new Refused([createBuiltInReason('TOO_MANY_ATTEMPTS', { with: { seconds } })]);
}

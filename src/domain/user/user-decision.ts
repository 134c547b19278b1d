// Context and shared checks of decisions on people.
import { createPhrase, type Phrase } from '#specification/refusal-words/message-parameters.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../refusal-reason.js';
import { Refused, type Reason } from '../refusal.js';
import type { OneTimeLink } from './one-time-link.js';
import type { UserCommand } from './user-commands.js';
import type { UserEvent } from './user-events.js';
import type { RegisteredUser, UserState } from './user-state.js';
import type { Operator } from '../authorize-operator.js';

export interface UserDecisionContext {
  readonly operator: Operator;
  readonly signInDigest?: string;
  /** Keyed hash of its look, if different, so that no other name looks the same. */
  readonly lookDigest?: string;
  readonly hash?: string;
  /** Why the password in the command is easy to guess, if it is. */
  readonly guessable?: Phrase | undefined;
  /** `deputy`: the deputy is a registered person. `notice`: the person can receive such a mail. `hasKey`: a key exists under the id. */
  readonly known?: { readonly deputy?: boolean; readonly notice?: boolean; readonly hasKey?: boolean };
  /** ISO 8601 instant; needed for wrong passwords and days. */
  readonly now?: string;
}

export type NewUserEvents = readonly DecidedEvent<UserEvent>[];

export type UserCommandPayload<Type extends UserCommand['type']> = Extract<
  UserCommand,
  { readonly type: Type }
>['data'];

export function getRegisteredOrRefuse(state: UserState, code: string): RegisteredUser {
  if (state.status !== 'registered') throw createBuiltInRefusal(code);
  return state;
}

export function requireRegistered(state: UserState): RegisteredUser {
  if (state.status === 'erased') throw createBuiltInRefusal('ERASED');
  if (state.status === 'not registered') throw createBuiltInRefusal('NOT_FOUND');
  return state;
}

export function assertNotLocked({ locked }: RegisteredUser): void {
  if (locked) throw createBuiltInRefusal('ACCOUNT_LOCKED');
}

export const createBuiltInRefusal = (code: string) => new Refused([createBuiltInReason(code)]);

export function refuseIfAny(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}

export const createForeignPasswordReason = (): Reason =>
  createBuiltInReason('NOT_PERMITTED', {
    with: { what: createPhrase('to.choose-password'), who: createPhrase('who.the-person-by-link') },
    fields: ['password'],
  });

export const createLinkIssued = ({ digest, until }: OneTimeLink) =>
  ({ type: 'user.link-issued', data: { digest, until } }) as const;

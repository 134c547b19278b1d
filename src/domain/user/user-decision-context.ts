import type { BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../create-reason.js';
import { Refused, type Reason } from '../refusal.js';
import type { OneTimeLink } from './one-time-link.js';
import type { UserCommand } from './user-commands.js';
import type { UserEvent } from './user-events.js';
import type { RegisteredUser, UserState } from './user-state.js';
import type { Operator } from '../authorize-operator.js';

export interface UserDecisionContext {
  readonly operator: Operator;
  readonly signInDigest?: string;
  /** Keyed hash of the look, if different: names must not look the same. */
  readonly lookDigest?: string;
  readonly hash?: string;
  /** Why the password is guessable. */
  readonly guessable?: Phrase | undefined;
  /**
   * `notice`: the person can receive such a mail. `hasKey`: a key exists under the id. `application`: the person may
   * open it.
   */
  readonly known?: {
    readonly deputy?: boolean;
    readonly notice?: boolean;
    readonly hasKey?: boolean;
    readonly application?: boolean;
    /** A sign-in by a provider needs a second factor, too. */
    readonly asksAtProviders?: boolean;
  };
  /** ISO 8601 */
  readonly now?: string;
}

export type NewUserEvents = readonly DecidedEvent<UserEvent>[];

export type UserCommandPayload<Type extends UserCommand['type']> = Extract<
  UserCommand,
  { readonly type: Type }
>['data'];

export function getRegisteredOrRefuse(state: UserState, code: BuiltInCode): RegisteredUser {
  if (state.status !== 'registered') throw createBuiltInRefusal(code);
  return state;
}

export function requireRegistered(state: UserState): RegisteredUser {
  if (state.status === 'erased') throw createBuiltInRefusal('ERASED');
  if (state.status === 'not registered') throw createBuiltInRefusal('NOT_FOUND');
  return state;
}

/** For what people do for themselves: read models may lag behind a lock in their own stream. */
export function requireUnlockedIfOwn(
  state: UserState,
  id: string,
  { operator }: Pick<UserDecisionContext, 'operator'>,
): RegisteredUser {
  const person = requireRegistered(state);
  if (operator.id === id && person.locked) throw createBuiltInRefusal('NOT_SIGNED_IN');
  return person;
}

/** Throws `Refused` NOT_FOUND. */
export function requireIdentity({ identities }: RegisteredUser, identity: string): void {
  if (!identities.some((each) => each.identity === identity)) throw createBuiltInRefusal('NOT_FOUND');
}

export function assertNotLocked({ locked }: RegisteredUser): void {
  if (locked) throw createBuiltInRefusal('ACCOUNT_LOCKED');
}

export const createBuiltInRefusal = (code: BuiltInCode) => new Refused([createBuiltInReason(code)]);

export function throwRefusalIfAny(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}

export const createForeignPasswordReason = (): Reason =>
  createBuiltInReason('NOT_PERMITTED', {
    with: { what: createPhrase('to.choose-password'), who: createPhrase('who.the-person-by-link') },
    fields: ['password'],
  });

export const createLinkIssued = ({ digest, until }: OneTimeLink) =>
  ({ type: 'user.link-issued', data: { digest, until } }) as const;

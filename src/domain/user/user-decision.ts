// What every decision on people is made of, and the checks they share.
import { phrase, type Phrase } from '#specification/refusal-words/message-parameters.js';
import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../refusal-reason.js';
import { Refused, type Reason } from '../refusal.js';
import type { OneTimeLink } from './one-time-link.js';
import type { UserCommand } from './user-commands.js';
import type { UserEvent } from './user-events.js';
import type { RegisteredUser, UserState } from './user-state.js';
import type { Operator } from '../authorize-operator.js';

/** What was looked up or worked out before deciding. */
export interface UserDecisionContext {
  readonly operator: Operator;
  /** Keyed hash of the folded sign-in name of RegisterUser. */
  readonly signInDigest?: string;
  /** The same of its look, where that is another: no other name may look like it. */
  readonly lookDigest?: string;
  /** argon2id of the password in the command; undefined where it carries none. */
  readonly hash?: string;
  /** Why the password in the command is easily guessed; undefined where it is not. */
  readonly guessable?: Phrase | undefined;
  /** Of NameDeputy: whether the deputy is somebody who works here. Of ChooseNotice: whether there is such a mail for them. Of ErasePerson: whether there is a key under this id. */
  readonly known?: { readonly deputy?: boolean; readonly notice?: boolean; readonly hasKey?: boolean };
  /** ISO 8601 instant; only asked where wrong passwords are counted, or days. */
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

/** Throws `Refused` ACCOUNT_LOCKED. */
export function assertNotLocked({ locked }: RegisteredUser): void {
  if (locked) throw createBuiltInRefusal('ACCOUNT_LOCKED');
}

export const createBuiltInRefusal = (code: string) => new Refused([createBuiltInReason(code)]);

export function refuseIfAny(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw new Refused(reasons);
}

/** Nobody chooses a password for somebody else. */
export const createForeignPasswordReason = (): Reason =>
  createBuiltInReason('NOT_PERMITTED', {
    with: { what: phrase('to.choose-password'), who: phrase('who.the-person-by-link') },
    fields: ['password'],
  });

export const createLinkIssued = ({ digest, until }: OneTimeLink) =>
  ({ type: 'user.link-issued', data: { digest, until } }) as const;

// Hashes a password that is not easily guessed, and compares it with the one that the same command set before.
import type { FoldableEvent } from '#domain/event.js';
import type { UserDecisionContext } from '#domain/user/user-decision.js';
import type { UserEvent } from '#domain/user/user-events.js';
import type { UserState } from '#domain/user/user-state.js';
import type { UserCommandOptions } from '../user-command-executor.js';
import { explainGuessablePassword } from './guessable-password.js';
import { hashPassword, verifyPassword } from './hash-password.js';

/** Stands in for the hash while it is not decided yet whether there will be one. */
const NOT_HASHED = '';

export const PASSWORD_PLACEHOLDER = { hash: NOT_HASHED };

/** A guessable password is not hashed: the decision refuses it. */
export async function preparePassword(
  password: string,
  about: readonly string[],
): Promise<Pick<UserDecisionContext, 'hash' | 'guessable'>> {
  const guessable = await explainGuessablePassword(password, about);
  return guessable === undefined ? { hash: await hashPassword(password) } : { hash: NOT_HASHED, guessable };
}

/** Options of a command that sets the password of a registered person. */
export const createPasswordOptions = (password: string): UserCommandOptions => ({
  preparation: {
    placeholder: PASSWORD_PLACEHOLDER,
    prepare: async (state) => preparePassword(password, wordsAbout(state)),
  },
  hasSameSecret: async (events) => hasSamePassword(password, events),
});

const wordsAbout = (state: UserState): readonly string[] =>
  state.status === 'registered' ? [state.name, state.signInName ?? ''] : ['', ''];

export async function hasSamePassword(
  password: string,
  events: readonly FoldableEvent<UserEvent>[],
): Promise<boolean> {
  const hash: unknown = events.find((event) => event.type === 'user.password-set')?.data.hash;
  // After an erasure there is no hash left to compare with.
  return typeof hash !== 'string' || verifyPassword(hash, password);
}

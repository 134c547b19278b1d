import type { FoldableEvent } from '#domain/event.js';
import type { UserDecisionContext } from '#domain/user/user-decision-context.js';
import type { UserEvent } from '#domain/user/user-events.js';
import type { UserState } from '#domain/user/user-state.js';
import type { UserCommandOptions } from '../user-command-executor.js';
import { explainGuessablePassword } from './explain-guessable-password.js';
import { hashPassword, verifyPassword } from './hash-password.js';

const NOT_HASHED = '';

export const PASSWORD_PLACEHOLDER = { hash: NOT_HASHED };

/** The decision refuses guessable passwords, which are not hashed. */
export async function preparePassword(
  password: string,
  about: readonly string[],
): Promise<Pick<UserDecisionContext, 'hash' | 'guessable'>> {
  const guessable = await explainGuessablePassword(password, about);
  return guessable === undefined ? { hash: await hashPassword(password) } : { hash: NOT_HASHED, guessable };
}

export const createPasswordOptions = (password: string): UserCommandOptions => ({
  preparation: {
    placeholder: PASSWORD_PLACEHOLDER,
    prepare: async (state) => preparePassword(password, wordsAbout(state)),
  },
  hasSameSecret: async (events) => matchesPasswordSet(password, events),
});

const wordsAbout = (state: UserState): readonly string[] =>
  state.status === 'registered' ? [state.name, state.signInName ?? ''] : ['', ''];

export async function matchesPasswordSet(
  password: string,
  events: readonly FoldableEvent<UserEvent>[],
): Promise<boolean> {
  const hash: unknown = events.find((event) => event.type === 'user.password-set')?.data.hash;
  // The hash may be erased.
  return typeof hash !== 'string' || verifyPassword(hash, password);
}

// The API tokens of a person, as decisions need them.
import type { FoldableEvent } from '../event.js';
import type { UserTokenEvent, UserTokenRevoked } from './token-events.js';

/** Neither revoked nor, when the latest was made, expired. */
export interface StandingToken {
  readonly token: string;
  readonly until: string;
  /** Day in UTC; null: never. */
  readonly usedOn: string | null;
}

export const toUtcDay = (instant: string): string => instant.slice(0, 10);
export const isExpired = ({ until }: Pick<StandingToken, 'until'>, now: string): boolean =>
  Date.parse(until) <= Date.parse(now);

export function evolveTokens(
  tokens: readonly StandingToken[],
  { type, data, metadata: { recordedAt } }: FoldableEvent<UserTokenEvent>,
): readonly StandingToken[] {
  if (type === 'user.token-revoked') return tokens.filter(({ token }) => token !== data.token);
  if (type === 'user.token-used')
    return tokens.map((each) =>
      each.token === data.token ? { ...each, usedOn: toUtcDay(recordedAt) } : each,
    );
  const standing = tokens.filter((each) => !isExpired(each, recordedAt));
  return [...standing, { token: data.token, until: data.until, usedOn: null }];
}

/** With a lock or a one-time link. */
export const revokeAllTokens = (tokens: readonly StandingToken[]): readonly UserTokenRevoked[] =>
  tokens.map(({ token }) => ({ type: 'user.token-revoked', data: { token } }));

// Collection `tokens`: one document per API token.
import type { IssuedToken, UserTokenIssued } from '#domain/user/token-events.js';

export interface TokenDocument extends Omit<IssuedToken, 'token'> {
  readonly id: string;
  readonly position: number;
  readonly person: string;
  /** Sealed with the key of the person. */
  readonly name: UserTokenIssued['data']['name'];
  readonly digest: string;
  readonly issuedAt: string;
  /** First use on the day of the latest. */
  readonly lastUsedAt: string | null;
  readonly revoked: { readonly by: string; readonly at: string } | null;
}

export const TOKENS_COLLECTION = 'tokens';

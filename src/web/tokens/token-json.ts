import type { ListedToken } from '#identity/api-tokens.js';

/** Without the secret, of which there is a digest only. */
export const toTokenJson = ({
  id,
  name,
  access,
  application,
  administration,
  issuedAt,
  until,
  lastUsedAt,
  standing,
  revoked,
}: ListedToken) => ({
  id,
  name,
  access,
  application,
  administration,
  issuedAt,
  until,
  lastUsedAt,
  works: standing,
  revokedAt: revoked?.at ?? null,
});

import { v7 as uuid } from 'uuid';
import type { ListedToken } from '#identity/api-tokens.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Translate } from '#views/messages/translate.js';
import type { TokenRow } from '#views/view-models/tokens.js';

interface TokenContext {
  readonly applications: ReadonlyMap<string, PublishedVersion>;
  readonly revokeHref: (token: string) => string;
  readonly t: Translate;
}

const MAX_ENDED = 20;

/** All that work, and the latest of the others. */
export function presentTokens(tokens: readonly ListedToken[], context: TokenContext): readonly TokenRow[] {
  const standing = tokens.filter((token) => token.standing);
  const ended = tokens.filter((token) => !token.standing).slice(0, MAX_ENDED);
  return [...standing, ...ended].map((token) => presentToken(token, context));
}

function presentToken(token: ListedToken, { applications, revokeHref, t }: TokenContext): TokenRow {
  const { id, name, issuedAt, until, lastUsedAt } = token;
  return {
    id,
    name: name ?? t('tokens.erasedName'),
    limits: describeLimits(token, applications, t),
    issuedAt,
    until,
    lastUsedAt,
    end: describeEnd(token, revokeHref),
  };
}

function describeEnd(
  { id, standing, revoked }: ListedToken,
  revokeHref: TokenContext['revokeHref'],
): TokenRow['end'] {
  if (standing) return { kind: 'standing', action: revokeHref(id), commandId: uuid() };
  return revoked ? { kind: 'revoked', at: revoked.at } : { kind: 'expired' };
}

function describeLimits(
  { access, application, administration }: ListedToken,
  applications: TokenContext['applications'],
  t: Translate,
): string {
  const where =
    application === null
      ? t('tokens.everyApplication')
      : (applications.get(application)?.specification.name ?? t('tokens.goneApplication'));
  return [
    t(access === 'read' ? 'tokens.reads' : 'tokens.writes'),
    where,
    ...(administration ? [t('tokens.administration')] : []),
  ].join(' · ');
}

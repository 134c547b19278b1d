import type { VisiblePerson } from '#query-handling/people/list-people.js';
import type { ListedIdentity, ProviderIdentities } from '#query-handling/people/provider-identities.js';
import { isOnlyWayIn, nameProvider, type ConfiguredWaysIn } from './identities-of-person.js';
import { findIssuerOfRole } from './marked-roles.js';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function toPersonJson(
  { id, name, signInName, roles, registeredAt, lastSignInAt, lockedAt, erasedAt, fromLog }: VisiblePerson,
  { providerRoles }: ProviderIdentities,
  { providers }: Pick<ConfiguredWaysIn, 'providers'>,
) {
  return {
    id,
    name: textOrNull(name),
    signInName: textOrNull(signInName),
    roles: Object.entries(roles).flatMap(([application, held]) =>
      held.map((role) => {
        const issuer = findIssuerOfRole({ application, role }, providerRoles);
        const from = issuer === undefined ? null : { issuer, title: nameProvider(issuer, providers) };
        return { application, role, provider: from };
      }),
    ),
    registeredAt,
    lastSignInAt,
    lockedAt,
    erasedAt,
    fromLog,
  };
}

export const toIdentityJson = (
  { identity, issuer, subject, linkedAt, lastUsedAt, groups }: ListedIdentity,
  { person, identities }: { readonly person: VisiblePerson; readonly identities: ProviderIdentities },
  waysIn: ConfiguredWaysIn,
) => ({
  identity,
  provider: { issuer, title: nameProvider(issuer, waysIn.providers) },
  subject,
  groups,
  linkedAt,
  lastUsedAt,
  isOnlyWayIn: isOnlyWayIn(person, identities, waysIn),
});

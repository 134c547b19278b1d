// Roles that groups of a provider gave bear its name.
import type { ProviderRole } from '#domain/user/linked-identities.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import type { MarkedRole } from '#views/view-models/people.js';
import { listRoleTitles } from '../layout/role-titles.js';
import { nameProvider } from './identities-of-person.js';

type RoleInApplication = Pick<ProviderRole, 'application' | 'role'>;

export interface RoleSources {
  readonly providerRoles: readonly ProviderRole[];
  readonly providers: readonly SignInProvider[];
}

/** undefined: given by hand, or not held. */
export const findIssuerOfRole = (
  { application, role }: RoleInApplication,
  providerRoles: readonly ProviderRole[],
): string | undefined =>
  providerRoles.find((each) => each.application === application && each.role === role)?.provider;

export function markRole(
  role: RoleInApplication,
  { providerRoles, providers }: RoleSources,
): Pick<MarkedRole, 'provider'> {
  const issuer = findIssuerOfRole(role, providerRoles);
  return issuer === undefined ? {} : { provider: nameProvider(issuer, providers) };
}

type TitleLookups = readonly [
  specificationOf: Parameters<typeof listRoleTitles>[1],
  t: Parameters<typeof listRoleTitles>[2],
];

export const listMarkedRoles = (
  roles: Readonly<Record<string, readonly string[]>>,
  sources: RoleSources,
  lookups: TitleLookups,
): readonly MarkedRole[] =>
  Object.entries(roles).flatMap(([application, held]) =>
    held.map((role) => ({
      title: listRoleTitles({ [application]: [role] }, ...lookups)[0]!,
      ...markRole({ application, role }, sources),
    })),
  );

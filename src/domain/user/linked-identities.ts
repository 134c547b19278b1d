// What is known of a person's accounts at providers, and of the roles that these give.
import { isErased } from '#specification/model/stored-value.js';
import type { UserIdentityEvent } from './identity-events.js';

export interface ProviderIdentity {
  /** Keyed hash of issuer and subject. */
  readonly identity: string;
  readonly issuer: string;
  readonly subject: string;
}

export interface LinkedIdentity extends Omit<ProviderIdentity, 'subject'> {
  /** undefined: never received. */
  readonly groups?: readonly string[];
}

/** How people sign in, by the configuration. */
export interface WaysIn {
  /** false: passwords do not sign in. */
  readonly hasPasswords: boolean;
  /** Of the providers that are set up. */
  readonly issuers: readonly string[];
}

/** Providers are written down with and without a slash at the end, and compared as `openid-client` does. */
export const isSameIssuer = (one: string, other: string): boolean =>
  normalizeIssuer(one) === normalizeIssuer(other);

const normalizeIssuer = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).href : issuer);

export interface ProviderRole {
  /** Its issuer. */
  readonly provider: string;
  readonly application: string;
  readonly role: string;
}

export const createIdentityLinked = ({ identity, issuer, subject }: ProviderIdentity) =>
  ({ type: 'user.identity-linked', data: { identity, issuer, subject } }) as const;

type RoleInApplication = Omit<ProviderRole, 'provider'>;

export interface RoleDifference {
  readonly added: readonly RoleInApplication[];
  readonly taken: readonly RoleInApplication[];
}

/** What the person holds the same before and after. */
export interface SharedRoles {
  /** Another provider gave it already. */
  readonly joined: readonly RoleInApplication[];
  /** Another provider gives it still. */
  readonly left: readonly RoleInApplication[];
}

interface RoleHolder {
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly providerRoles: readonly ProviderRole[];
}

export function compareProviderRoles(
  { roles: held, providerRoles }: RoleHolder,
  provider: string,
  wanted: readonly RoleInApplication[],
): RoleDifference & SharedRoles {
  const isHeld = ({ application, role }: RoleInApplication) =>
    Object.hasOwn(held, application) && held[application]!.includes(role);
  const isWanted = (one: RoleInApplication) => wanted.some((each) => isSameRole(each, one));
  const isGivenBy = (one: RoleInApplication, test: (giver: string) => boolean) =>
    providerRoles.some((each) => isSameRole(each, one) && test(each.provider));
  const isOfOther = (one: RoleInApplication) => isGivenBy(one, (giver) => giver !== provider);
  const once = wanted.filter((one, index) => wanted.findIndex((each) => isSameRole(each, one)) === index);
  const unwanted = providerRoles.filter((one) => one.provider === provider && !isWanted(one));
  const withoutProvider = ({ application, role }: RoleInApplication) => ({ application, role });
  return {
    added: once.filter((one) => !isHeld(one)).map(withoutProvider),
    joined: once
      .filter((one) => isHeld(one) && isOfOther(one) && !isGivenBy(one, (giver) => giver === provider))
      .map(withoutProvider),
    taken: unwanted.filter((one) => !isOfOther(one)).map(withoutProvider),
    left: unwanted.filter(isOfOther).map(withoutProvider),
  };
}

/** Revoked for all, and given again by the others, so that all readers of the log agree. */
export const leaveSharedRole = (
  providerRoles: readonly ProviderRole[],
  provider: string,
  role: RoleInApplication,
) => [
  { type: 'user.role-revoked', data: { ...role, provider } } as const,
  ...providerRoles
    .filter((each) => isSameRole(each, role) && each.provider !== provider)
    .map(
      ({ provider: other }) => ({ type: 'user.role-granted', data: { ...role, provider: other } }) as const,
    ),
];

const isSameRole = (one: RoleInApplication, other: RoleInApplication): boolean =>
  one.application === other.application && one.role === other.role;

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function evolveIdentities(
  identities: readonly LinkedIdentity[],
  { type, data }: UserIdentityEvent,
): readonly LinkedIdentity[] {
  switch (type) {
    case 'user.identity-linked':
      return [...identities, { identity: data.identity, issuer: data.issuer }];
    case 'user.identity-unlinked':
      return identities.filter(({ identity }) => identity !== data.identity);
    case 'user.identity-groups-received': {
      const { identity, groups } = data;
      if (isErased(groups)) return identities;
      return identities.map((each) => (each.identity === identity ? { ...each, groups } : each));
    }
  }
}

/** A role granted by hand stays when the provider gives it no more. Several providers may give one. */
export function evolveProviderRoles(
  providerRoles: readonly ProviderRole[],
  type: 'user.role-granted' | 'user.role-revoked',
  { provider, ...role }: RoleInApplication & { readonly provider?: string },
): readonly ProviderRole[] {
  const isByProvider = type === 'user.role-granted' && provider !== undefined;
  const others = providerRoles.filter(
    (each) => !isSameRole(each, role) || (isByProvider && each.provider !== provider),
  );
  return isByProvider ? [...others, { provider, ...role }] : others;
}

export const isProviderRole = (providerRoles: readonly ProviderRole[], role: RoleInApplication): boolean =>
  providerRoles.some((each) => isSameRole(each, role));

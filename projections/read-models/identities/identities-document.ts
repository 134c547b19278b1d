// Collection `identities`: one document per person who has, or had, an account at a provider.
import type { UserIdentityGroupsReceived, UserIdentityLinked } from '#domain/user/identity-events.js';
import type { ProviderRole } from '#domain/user/linked-identities.js';

export interface IdentityEntry extends Pick<UserIdentityLinked['data'], 'identity' | 'issuer' | 'subject'> {
  readonly linkedAt: string;
  /** null: never, or before sign-ins named the identity. */
  readonly lastUsedAt: string | null;
  /** null: the provider stated none. */
  readonly groups: UserIdentityGroupsReceived['data']['groups'] | null;
}

export interface IdentitiesDocument {
  /** Of the person. */
  readonly id: string;
  readonly position: number;
  /** Subjects and groups are sealed with the key of the person. */
  readonly identities: readonly IdentityEntry[];
  /** Roles held now that the groups of a provider gave. */
  readonly providerRoles: readonly ProviderRole[];
}

export const IDENTITIES_COLLECTION = 'identities';

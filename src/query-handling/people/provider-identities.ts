import { Query } from '@nestjs/cqrs';
import type {
  IdentitiesDocument,
  IdentityEntry,
} from '#projections/read-models/identities/identities-document.js';
import type { ProviderRole } from '#domain/user/linked-identities.js';
import type { Viewer } from '../viewer.js';

export interface ListedIdentity extends Omit<IdentityEntry, 'subject' | 'groups'> {
  /** null: erased or unreadable. */
  readonly subject: string | null;
  readonly groups: readonly string[] | null;
}

export interface ProviderIdentities {
  readonly identities: readonly ListedIdentity[];
  readonly providerRoles: readonly ProviderRole[];
}

export const NO_IDENTITIES: ProviderIdentities = { identities: [], providerRoles: [] };

/** By id of the person; those without any are missing. Throws `Refused` NOT_PERMITTED. */
export class FindProviderIdentities extends Query<ReadonlyMap<string, ProviderIdentities>> {
  constructor(
    readonly viewer: Viewer,
    readonly people: readonly string[],
  ) {
    super();
  }
}

/** Of an unsealed document. */
export function toProviderIdentities({ identities, providerRoles }: IdentitiesDocument): ProviderIdentities {
  return {
    identities: identities.map(({ subject, groups, ...identity }) => ({
      ...identity,
      subject: typeof subject === 'string' ? subject : null,
      groups: Array.isArray(groups) ? (groups as readonly string[]) : null,
    })),
    providerRoles,
  };
}

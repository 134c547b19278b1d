import { v7 as uuid } from 'uuid';
import { isSameIssuer, type WaysIn } from '#domain/user/linked-identities.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import type { VisiblePerson } from '#query-handling/people/list-people.js';
import type { ProviderIdentities } from '#query-handling/people/provider-identities.js';
import type { PersonPage } from '#views/view-models/people.js';
import { unlinkIdentityOfPersonHref } from '../addresses/system-addresses.js';

/** What the configuration says about signing in. */
export interface ConfiguredWaysIn {
  readonly providers: readonly SignInProvider[];
  /** false: nobody signs in by a password. */
  readonly hasPasswords: boolean;
}

export const toWaysIn = ({ hasPasswords, providers }: ConfiguredWaysIn): WaysIn => ({
  hasPasswords,
  issuers: providers.map(({ issuer }) => issuer),
});

type ShownIdentities = NonNullable<PersonPage['identities']>;

/** A provider that is no longer set up is named by its address. */
export const nameProvider = (issuer: string, providers: readonly SignInProvider[]): string =>
  providers.find((each) => isSameIssuer(each.issuer, issuer))?.title ?? issuer;

/** Whether the person cannot sign in without it. */
export const isOnlyWayIn = (
  { hasPassword }: Pick<VisiblePerson, 'hasPassword'>,
  { identities }: Pick<ProviderIdentities, 'identities'>,
  { hasPasswords }: Pick<ConfiguredWaysIn, 'hasPasswords'>,
): boolean => identities.length === 1 && !(hasPassword && hasPasswords);

export function presentIdentitiesOfPerson(
  person: VisiblePerson,
  found: ProviderIdentities,
  { providers, hasPasswords }: ConfiguredWaysIn,
): ShownIdentities | undefined {
  const { identities } = found;
  if (identities.length === 0) return undefined;
  return {
    action: unlinkIdentityOfPersonHref(person.id),
    commandId: uuid(),
    isOnlyWayIn: isOnlyWayIn(person, found, { hasPasswords }),
    linked: identities.map(({ identity, issuer, subject, linkedAt, lastUsedAt }) => ({
      identity,
      provider: nameProvider(issuer, providers),
      issuer,
      subject,
      linkedAt,
      lastUsedAt,
    })),
  };
}

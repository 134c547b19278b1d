import type { LinkedIdentities } from '#views/view-models/identities.js';
import type { Translate } from '#views/messages/translate.js';
import { IDENTITIES_PATH } from '#views/addresses.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import { linkIdentityHref } from '../addresses/system-addresses.js';

/** undefined: there is nothing to link or unlink. */
export function presentIdentities(
  identities: readonly { readonly identity: string; readonly issuer: string }[],
  providers: readonly SignInProvider[],
  { commandId, t }: { readonly commandId: string; readonly t: Translate },
): LinkedIdentities | undefined {
  if (identities.length + providers.length === 0) return undefined;
  const titleOf = (issuer: string) =>
    providers.find((each) => each.issuer === issuer)?.title ?? t('identities.otherProvider');
  return {
    unlink: IDENTITIES_PATH,
    commandId,
    linked: identities.map(({ identity, issuer }) => ({ identity, title: titleOf(issuer) })),
    others: providers
      .filter(({ issuer }) => !identities.some((each) => each.issuer === issuer))
      .map(({ key, title }) => ({ title, action: linkIdentityHref(key) })),
  };
}

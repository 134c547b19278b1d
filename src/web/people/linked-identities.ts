import type { LinkedIdentities } from '#views/view-models/identities.js';
import type { Translate } from '#views/messages/translate.js';
import { IDENTITIES_PATH } from '#views/addresses.js';
import type { AskedOfOwner } from '#identity/owner-confirmation.js';
import { isSameIssuer } from '#domain/user/linked-identities.js';
import type { SignInProvider } from '#identity/providers/sign-in-provider.js';
import { linkIdentityHref } from '../addresses/system-addresses.js';

interface PresentationContext {
  readonly commandId: string;
  readonly asked: AskedOfOwner;
  readonly t: Translate;
}

/** undefined: there is nothing to link or unlink. */
export function presentIdentities(
  identities: readonly { readonly identity: string; readonly issuer: string }[],
  providers: readonly SignInProvider[],
  { commandId, asked, t }: PresentationContext,
): LinkedIdentities | undefined {
  if (identities.length + providers.length === 0) return undefined;
  const titleOf = (issuer: string) =>
    providers.find((each) => isSameIssuer(each.issuer, issuer))?.title ?? t('identities.otherProvider');
  return {
    unlink: IDENTITIES_PATH,
    commandId,
    asked,
    linked: identities.map(({ identity, issuer }) => ({ identity, title: titleOf(issuer) })),
    others: providers
      .filter(({ issuer }) => !identities.some((each) => isSameIssuer(each.issuer, issuer)))
      .map(({ key, title }) => ({ title, action: linkIdentityHref(key) })),
  };
}

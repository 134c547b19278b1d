// A person's roles in words: `Admin, Purchasing (Purchase requests)`.
import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedIn } from '#identity/signed-in.js';
import { roleTitles } from './role-titles.js';
import type { Translate } from '#views/messages/translate.js';

export function describeRoles(
  { roles }: Pick<SignedIn, 'roles'>,
  published: readonly PublishedVersion[],
  t: Translate,
): string {
  const specificationOf = (application: string) =>
    published.find(({ specification }) => specification.key === application)?.specification;
  return roleTitles(roles, specificationOf, t).join(', ') || t('people.noOwnRole');
}

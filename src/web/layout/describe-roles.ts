// `Admin, Purchasing (Purchase requests)`
import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { listRoleTitles } from './role-titles.js';
import type { Translate } from '#views/messages/translate.js';

export function describeRoles(
  { roles }: Pick<SignedInPerson, 'roles'>,
  published: readonly PublishedVersion[],
  t: Translate,
): string {
  const specificationOf = (application: string) =>
    published.find(({ specification }) => specification.key === application)?.specification;
  return listRoleTitles(roles, specificationOf, t).join(', ') || t('people.noOwnRole');
}

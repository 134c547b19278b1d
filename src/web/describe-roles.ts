// A person's roles in words: `Admin, Purchasing (Purchase requests)`.
import type { Published } from '#command-handling/ports.js';
import type { SignedIn } from '#identity/signed-in.js';
import { rolesAsTold } from './roles-as-told.js';

export function describeRoles({ roles }: Pick<SignedIn, 'roles'>, published: readonly Published[]): string {
  const specificationOf = (application: string) =>
    published.find(({ specification }) => specification.key === application)?.specification;
  return rolesAsTold(roles, specificationOf).join(', ') || 'no role of their own';
}

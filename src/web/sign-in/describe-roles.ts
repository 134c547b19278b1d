// A person's roles in words: `Budget holder (Purchase requests), admin`.
import type { Published } from '#command-handling/ports.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { SignedIn } from '#identity/signed-in.js';

export function describeRoles({ roles }: Pick<SignedIn, 'roles'>, published: readonly Published[]): string {
  const given = Object.entries(roles).flatMap(([application, keys]) => {
    const specification = published.find((each) => each.specification.key === application)?.specification;
    return keys.map((key) => {
      if (application === INSTALLATION) return key;
      const title = specification?.roles[key]?.title ?? key;
      return `${title} (${specification?.name ?? application})`;
    });
  });
  return given.length > 0 ? given.join(', ') : 'no role of their own';
}

// What a person’s roles are called, alike wherever they stand: `Admin`, `Budget holder (Purchase requests)`.
import { INSTALLATION } from '#domain/user/user-events.js';
import type { Specification } from '#specification/specification.js';

export const INSTALLATION_ROLES = [
  { key: 'admin', title: 'Admin' },
  { key: 'auditor', title: 'Auditor' },
];

/** `specificationOf`: undefined where the application is not published. */
export function rolesAsTold(
  roles: Readonly<Record<string, readonly string[]>>,
  specificationOf: (application: string) => Specification | undefined,
): readonly string[] {
  return Object.entries(roles).flatMap(([application, held]) =>
    held.map((role) => {
      if (application === INSTALLATION)
        return INSTALLATION_ROLES.find(({ key }) => key === role)?.title ?? role;
      const specification = specificationOf(application);
      return `${specification?.roles[role]?.title ?? role} (${specification?.name ?? application})`;
    }),
  );
}

// `Admin`, `Budget holder (Purchase requests)`
import { INSTALLATION } from '#domain/user/user-events.js';
import type { Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { MessageId } from '#views/messages/en/all.js';

export const INSTALLATION_ROLE_TITLES = [
  { key: 'admin', title: 'people.admin' },
  { key: 'auditor', title: 'people.auditor' },
] as const satisfies readonly { readonly key: string; readonly title: MessageId }[];

/** `specificationOf`: undefined if not published. */
export function listRoleTitles(
  roles: Readonly<Record<string, readonly string[]>>,
  specificationOf: (application: string) => Specification | undefined,
  t: Translate,
): readonly string[] {
  return Object.entries(roles).flatMap(([application, held]) =>
    held.map((role) => {
      if (application === INSTALLATION) {
        const title = INSTALLATION_ROLE_TITLES.find(({ key }) => key === role)?.title;
        return title === undefined ? role : t(title);
      }
      const specification = specificationOf(application);
      return `${specification?.roles[role]?.title ?? role} (${specification?.name ?? application})`;
    }),
  );
}

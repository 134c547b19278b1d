import { createInvalidEntryReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';

const INSTALLATION_ROLES = ['admin', 'auditor'];

interface GrantedRole {
  readonly application: string;
  readonly role: string;
}

/** Roles of unpublished applications are allowed. Throws `Refused`. */
export async function assertRolesExist(
  granted: readonly GrantedRole[],
  field: 'role' | 'roles',
  findPublished: (application: string) => Promise<PublishedVersion | undefined>,
): Promise<void> {
  for (const { application, role } of granted) {
    const known =
      application === INSTALLATION ? INSTALLATION_ROLES : rolesIn(await findPublished(application));
    if (!known || known.includes(role)) continue;
    throw new Refused([
      createInvalidEntryReason(createPhrase('entry.no-role', { role, application, known }), {
        fields: [field],
      }),
    ]);
  }
}

const rolesIn = (published: PublishedVersion | undefined): readonly string[] | undefined =>
  published && Object.keys(published.specification.roles);

// Where a person begins: in an application, and after signing in.
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, canAccessApplication } from '#domain/permissions.js';
import type { Specification } from '#specification/model/specification.js';

/** Where people get who asked for no page in particular. */
export const HOME_PATH = '/';

interface RoleHolder {
  readonly id: string;
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** Of several roles the first in the document counts. undefined: none of them says where it begins. */
export function startHref(specification: Specification, person: RoleHolder): string | undefined {
  const held = toActor(specification, { name: '', ...person }).roles;
  const role = Object.values(specification.roles).find(
    ({ key, start }) => start !== undefined && held.includes(key),
  );
  return role && `/${specification.key}${role.start}`;
}

/** Where one application says so; where several do, all of them are shown to choose from. */
export function startAfterSignIn(published: readonly PublishedVersion[], person: RoleHolder): string {
  const starts = published
    .filter(({ specification }) => canAccessApplication(specification, { name: '', ...person }))
    .flatMap(({ specification }) => startHref(specification, person) ?? []);
  return starts.length === 1 ? starts[0]! : HOME_PATH;
}

import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, canAccessApplication } from '#domain/permissions.js';
import type { Specification } from '#specification/model/specification.js';

export const HOME_PATH = '/';

interface RoleHolder {
  readonly id: string;
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

/** The first of the person's roles in document order that declares a start page. */
export function findStartPageHref(specification: Specification, person: RoleHolder): string | undefined {
  const held = toActor(specification, { name: '', ...person }).roles;
  const role = Object.values(specification.roles).find(
    ({ key, start }) => start !== undefined && held.includes(key),
  );
  return role && `/${specification.key}${role.start}`;
}

/** The home page if several applications declare one. */
export function findLandingPage(published: readonly PublishedVersion[], person: RoleHolder): string {
  const starts = published
    .filter(({ specification }) => canAccessApplication(specification, { name: '', ...person }))
    .flatMap(({ specification }) => findStartPageHref(specification, person) ?? []);
  return starts.length === 1 ? starts[0]! : HOME_PATH;
}

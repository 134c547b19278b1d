import { createPhrase } from '#specification/refusal-words/phrases.js';
import { toActor, describeRoles } from '#domain/permissions.js';
import { createReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Screen, Specification } from '#specification/model/specification.js';

/** Screens without roles are open to all; auditors may open every screen. */
export function canSeeScreen(
  { roles }: Pick<Screen, 'roles'>,
  specification: Specification,
  viewer: Viewer,
): boolean {
  if (roles.length === 0 || viewer.auditor) return true;
  const held = toActor(specification, viewer).roles;
  return roles.some((role) => held.includes(role));
}

/** Throws `Refused` NOT_PERMITTED with the screen's roles and the line that declares them. */
export function assertCanSeeScreen(
  screen: Pick<Screen, 'title' | 'roles' | 'place'>,
  specification: Specification,
  viewer: Viewer,
  now: string,
): void {
  if (canSeeScreen(screen, specification, viewer)) return;
  const words = {
    what: createPhrase('to.see-screen', { screen: screen.title }),
    who: describeRoles(specification, screen.roles),
  };
  const speaking = { specification, user: toActor(specification, viewer), now };
  throw new Refused([createReason(speaking, 'NOT_PERMITTED', { with: words, place: screen.place })]);
}

// Which screens of an application a person is shown, and why not the others.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { toActor, describeRoles } from '#domain/permissions.js';
import { createReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Screen, Specification } from '#specification/model/specification.js';

/** Screens without roles are for everybody; auditors look everywhere. */
export function canSeeScreen(
  { roles }: Pick<Screen, 'roles'>,
  specification: Specification,
  viewer: Viewer,
): boolean {
  if (roles.length === 0 || viewer.auditor) return true;
  const held = toActor(specification, viewer).roles;
  return roles.some((role) => held.includes(role));
}

/** Throws `Refused` NOT_PERMITTED with whom the screen is for, and the line that says so. */
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

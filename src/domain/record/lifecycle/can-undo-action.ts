import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { Action, Entity } from '#specification/model/specification.js';
import type { Actor } from '#domain/permissions.js';

/** Checks roles only. */
export function canUndoAction(
  { lifecycle }: Pick<Entity, 'lifecycle'>,
  { to }: Action,
  state: string,
  { roles }: Pick<Actor, 'roles'>,
): boolean {
  if (to === undefined || to === state) return true;
  return lifecycle.actions.some(
    (back) =>
      back.to === state &&
      canStartFrom(back, to, lifecycle) &&
      (back.by.length === 0 || back.by.some((role) => roles.includes(role))),
  );
}

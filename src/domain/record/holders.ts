// Who holds which roles: asked where a share of them has to approve, and to say who is waited for.
import type { Entity, Specification } from '#specification/specification.js';
import { actorIn, type Actor, type PersonWithRoles } from '../actor.js';

/** Whether how many have to approve depends on how many there are. */
export const countsHolders = ({ lifecycle }: Entity): boolean =>
  lifecycle.actions.some(({ approvals }) => approvals?.of.some(({ count }) => 'percent' in count));

export const actorsIn = (
  specification: Specification,
  people: readonly PersonWithRoles[],
): readonly Actor[] => people.map((person) => actorIn(specification, person));

/** Ids of those who hold one of these roles; of no role: of everybody. */
export const holdersAmong =
  (actors: readonly Actor[]) =>
  (wanted: readonly string[]): readonly string[] =>
    actors
      .filter(({ roles }) => wanted.length === 0 || wanted.some((role) => roles.includes(role)))
      .map(({ id }) => id);

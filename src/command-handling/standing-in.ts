// A deputy and for whom they act: asked of the log itself, so that nobody acts for somebody who has ended it a moment ago.
import { principalIn, type Actor } from '../domain/actor.js';
import { builtInReason } from '../domain/reason.js';
import { dayOf } from '../domain/record/calendar.js';
import { Refused } from '../domain/refusal.js';
import { isPersonId } from '../domain/streams.js';
import { lentTo } from '../domain/user/deputies.js';
import { rolesHeld } from '../domain/user/user-state.js';
import type { Specification } from '../specification/specification.js';
import { readUser } from './acting-person.js';
import type { WritingPorts } from './writing-ports.js';

interface StandIn {
  readonly deputy: Actor;
  /** Id of the person for whom they act. */
  readonly principal: string;
  readonly specification: Specification;
  readonly now: string;
}

/** Throws `Refused` NO_DEPUTY. */
export async function standingIn(
  ports: WritingPorts,
  { deputy, principal, specification, now }: StandIn,
): Promise<{ readonly user: Actor; readonly deputy: Actor }> {
  const person = isPersonId(principal) ? await readUser(ports, principal) : undefined;
  if (person?.status !== 'registered') throw new Refused([builtInReason('NO_DEPUTY')]);
  const { key, timeZone } = specification;
  const query = { deputy: deputy.id, application: key, day: dayOf(now, timeZone) };
  const lent = lentTo(person.deputies, rolesHeld(person, key), query);
  if (!lent) throw new Refused([builtInReason('NO_DEPUTY')]);
  return {
    user: principalIn(specification, { id: principal, name: person.name }, lent),
    deputy,
  };
}

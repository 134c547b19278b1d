// Refusals of looking: who no role lets read learns whom it is open to, and not whether the record exists.
import { grantPlace, whoMay } from '../../domain/record/permissions.js';
import { reason } from '../../domain/reason.js';
import { Refused } from '../../domain/refusal.js';
import type { Sight } from '../sight.js';

/** NOT_PERMITTED, with the line of section 6 that says so. */
export function unreadable({ specification, entity, actor }: Sight, now: string, what: string): Refused {
  const grant = entity.permissions.read;
  const who = grant ? whoMay(specification, grant) : 'nobody';
  const about = { with: { what, who }, place: grantPlace(entity, grant) };
  return new Refused([reason({ specification, user: actor, now }, 'NOT_PERMITTED', about)]);
}

export function notFound({ specification, actor }: Sight, now: string): Refused {
  return new Refused([reason({ specification, user: actor, now }, 'NOT_FOUND')]);
}

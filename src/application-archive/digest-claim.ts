import { createHash } from 'node:crypto';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';

/** As commands name the streams of claims. `folded`: the normalized value. */
export const digestClaim = (
  personal: Pick<PersonalData, 'digest'>,
  folded: string,
  keyed: boolean,
): string => (keyed ? personal.digest(folded) : createHash('sha256').update(folded).digest('hex'));

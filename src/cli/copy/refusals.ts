// When a target is not what it should be: says from which event on, and what to do.
import type { Recorded } from '../../domain/event.js';
import { CannotDo } from '../cannot-do.js';
import type { Compared } from './compare-logs.js';

/** Before anything is written. */
export function mustBeBeginning({ same, next: { a, b } }: Compared): void {
  if (!b) return;
  const here = a
    ? `its event ${same + 1} is ${inWords(b)}, where the source has ${inWords(a)}`
    : `the source ends after ${same} events, and the target goes on with ${inWords(b)}`;
  throw new CannotDo(
    `the target is neither empty nor the beginning of the source: ${here}. Nothing was written. Name an empty log with --to.`,
  );
}

/** Afterwards, when both were read again. */
export function mustBeSame({ same, next: { a, b } }: Compared): void {
  if (!a && !b) return;
  const there = (event: Recorded | undefined) => (event ? inWords(event) : 'nothing more');
  throw new CannotDo(
    `the logs are not the same: as event ${same + 1} the source has ${there(a)}, the target ${there(b)}. ` +
      'Do not use the target. Stop whatever writes into it, and copy into an empty log.',
  );
}

const inWords = ({ type, stream, version, position, id }: Recorded) =>
  `${type} (version ${version} of ${stream}, id ${id}, position ${position})`;

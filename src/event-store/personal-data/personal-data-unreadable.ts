// What goes wrong with keys, said so that somebody can mend it.
import { PortFailure } from '#platform/port-failure.js';

/** Personal data cannot be opened or sealed: the keys, the master key or a sealed value do not fit each other. */
export class PersonalDataUnreadable extends PortFailure {
  override readonly name = 'PersonalDataUnreadable';
  override readonly failure = 'keys missing';
}

import { PortFailure } from '#platform/port-failure.js';

/** Personal data cannot be opened or sealed: keys, master key and values do not fit each other. */
export class PersonalDataUnreadable extends PortFailure {
  override readonly name = 'PersonalDataUnreadable';
  override readonly failure = 'keys missing';
}

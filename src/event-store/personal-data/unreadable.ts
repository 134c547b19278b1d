// What goes wrong with keys, said so that somebody can mend it.

/** Personal data cannot be opened or sealed: the keys, the master key or a sealed value do not fit each other. */
export class PersonalDataUnreadable extends Error {
  override readonly name = 'PersonalDataUnreadable';
}

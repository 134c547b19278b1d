// Tells the person who started Daybook what it does, in lines of text.

/** Injection token. */
export const ANNOUNCE = Symbol('ANNOUNCE');

export type Announce = (text: string) => void;

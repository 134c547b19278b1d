// What a mail address is to Daybook.
const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u;

/** One mail address and nothing else, so that nothing can be slipped in beside it: no name, no second one, no line break. */
export const isMailAddress = (text: unknown): text is string =>
  typeof text === 'string' && MAIL_ADDRESS.test(text);

/** A sign-in name may be one. undefined: it is none. */
export const toMailAddress = (text: unknown): string | undefined => (isMailAddress(text) ? text : undefined);

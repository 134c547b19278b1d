const MAIL_ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u;

/** One address, so that nothing else can be injected. */
export const isMailAddress = (text: unknown): text is string =>
  typeof text === 'string' && MAIL_ADDRESS.test(text);

export const toMailAddress = (text: unknown): string | undefined => (isMailAddress(text) ? text : undefined);

// Environment variables, named by documents, that sign calls and verify received messages.

export const SECRETS = Symbol('SECRETS');

/** undefined: not set. */
export type ReadSecret = (name: string) => string | undefined;

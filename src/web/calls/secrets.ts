// Secrets whose names documents choose: environment variables with which calls are signed, and received messages verified.

/** Token for injection. */
export const SECRETS = Symbol('SECRETS');

/** The value of the variable; undefined: it is not set. */
export type Secrets = (name: string) => string | undefined;

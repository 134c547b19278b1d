// The clock as a port: tests set the time.

/** Now, as an ISO 8601 instant in UTC with milliseconds. */
export type Clock = () => string;

export const CLOCK = Symbol('Clock');

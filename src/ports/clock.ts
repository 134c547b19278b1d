/** ISO 8601 in UTC with milliseconds. */
export type Clock = () => string;

export const CLOCK = Symbol('Clock');

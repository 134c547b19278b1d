/** Injection token of the function that prints lines for the operator. */
export const ANNOUNCE_TO_OPERATOR = Symbol('ANNOUNCE_TO_OPERATOR');

export type AnnounceToOperator = (text: string) => void;

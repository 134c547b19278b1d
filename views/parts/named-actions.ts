// How actions are named in the sentence about the next step, and where their buttons are.

/** A sentence stays one line: of more actions their number is said. */
export const MOST_NAMED_ACTIONS = 3;

/** Id of the action's button on the record's page. */
export const offerId = (action: string): string => `do-${action}`;

// How actions are named in the sentence about the next step, and where their buttons are.

/** More actions are counted instead of named, so that the sentence stays one line. */
export const MOST_NAMED_ACTIONS = 3;

/** Id of the action's button on the record's page. */
export const offerId = (action: string): string => `do-${action}`;

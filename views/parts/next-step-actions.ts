// More actions are counted, so that the sentence stays one line.

export const MAX_NEXT_STEP_ACTIONS = 3;

export const getActionInputId = (action: string): string => `do-${action}`;

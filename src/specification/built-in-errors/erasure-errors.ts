import { createBuiltInError } from './create-built-in-error.js';

export const ERASURE_ERRORS = {
  NO_RETENTION: createBuiltInError(
    'conflict',
    'Section 9 does not say how long {with.what} are kept.',
    'Add it under `retention`, and publish it.',
  ),
  NOT_DUE: createBuiltInError(
    'conflict',
    'It is not due to be erased: {with.why}.',
    'Leave it until then. The list of what is due has it when it is.',
  ),
  HELD: createBuiltInError(
    'conflict',
    '{with.what} is held, and nothing of it is erased: {with.why}.',
    'End what holds it first, where that is right.',
  ),
};

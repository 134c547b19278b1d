import { createBuiltInError } from './create-built-in-error.js';

export const CONSTANT_CHANGE_ERRORS = {
  CONSTANT_FROM: createBuiltInError(
    'invalid',
    'A constant changes from today on, or from a later day: what was decided before stays as it was.',
    'Enter a day such as {with.today}.',
  ),
  NO_SUCH_KEY: createBuiltInError(
    'invalid',
    '“{with.constant}” has no such key.',
    'Its keys are: {with.known}.',
  ),
  NOTHING_CHANGED: createBuiltInError(
    'invalid',
    'Nothing was changed.',
    'Enter another value, and say from which day on and why.',
  ),
  CONSTANTS_CHANGED: createBuiltInError(
    'conflict',
    'Constants have been changed since you opened this page.',
    'Look at them again, and change what is still to be changed.',
  ),
};

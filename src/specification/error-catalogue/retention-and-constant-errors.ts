// Errors about retention and changes of constants.
import { createBuiltInError } from './built-in-error.js';

export const CONSTANT_ERRORS = {
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

export const RETENTION_ERRORS = {
  NO_RETENTION: createBuiltInError(
    'conflict',
    'Section 9 does not say how long {with.what} are kept.',
    'Let somebody say so under `retention`, and publish it.',
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

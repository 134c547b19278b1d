// Errors of deciding what is erased.
import { error } from './built-in-error.js';

export const RETENTION_ERRORS = {
  NO_RETENTION: error(
    'conflict',
    'Section 9 does not say how long {with.what} are kept.',
    'Let somebody say so under `retention`, and publish it.',
  ),
  NOT_DUE: error(
    'conflict',
    'It is not due to be erased: {with.why}.',
    'Leave it until then. The list of what is due has it when it is.',
  ),
  HELD: error(
    'conflict',
    '{with.what} is held, and nothing of it is erased: {with.why}.',
    'End what holds it first, where that is right.',
  ),
};

import { createBuiltInError } from './create-built-in-error.js';

export const FILE_ERRORS = {
  NO_SUCH_FILE: createBuiltInError(
    'invalid',
    '{with.field} names a file that is not there, or not there any more.',
    'Choose the file again: what is uploaded and not used is kept for a day.',
  ),
  FILE_TOO_LARGE: createBuiltInError(
    'invalid',
    '“{with.name}” is larger than {with.max}.',
    'Choose a smaller file.',
  ),
  FILE_TYPE: createBuiltInError(
    'invalid',
    '“{with.name}” is {with.is}, and cannot be taken as {with.field}.',
    'Files that can be taken: {with.accept}.',
  ),
  FILE_ENDING: createBuiltInError(
    'invalid',
    '“{with.name}” ends in .{with.ending}, and its contents are {with.is}.',
    'Give it the ending of what it is, or choose another file.',
  ),
  TOO_MANY_FILES: createBuiltInError('invalid', '{with.field} has more than {with.max}.', 'Leave some out.'),
} as const;

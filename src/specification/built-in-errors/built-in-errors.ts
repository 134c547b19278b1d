// Section 8 may override message and remedy, and add an HTTP status.
import { APPROVAL_ERRORS } from './approval-errors.js';
import { createBuiltInError } from './create-built-in-error.js';
import { CONSTANT_CHANGE_ERRORS } from './constant-change-errors.js';
import { ERASURE_ERRORS } from './erasure-errors.js';
import { FILE_ERRORS } from './file-errors.js';
import { SIGN_IN_ERRORS } from './sign-in-errors.js';
import { TOKEN_ERRORS } from './token-errors.js';
import type { BuiltInError } from '../model/built-in-error.js';

const unavailable = (message: string, remedy: string) => createBuiltInError('unavailable', message, remedy);

export const BUILT_IN_ERRORS = {
  REQUIRED: createBuiltInError('invalid', '{with.entry}'),
  WRONG_TYPE: createBuiltInError(
    'invalid',
    '{with.field} is not {with.expected}.',
    'Write it like {with.example}.',
  ),
  AMBIGUOUS_NUMBER: createBuiltInError(
    'invalid',
    '{with.field}: “{with.value}” could mean more than one number.',
    'Write {with.readings}.',
  ),
  TOO_LONG: createBuiltInError(
    'invalid',
    '{with.field} is longer than {with.max} characters.',
    'Shorten it to {with.max} characters.',
  ),
  TOO_SMALL: createBuiltInError(
    'invalid',
    '{with.field} is less than {with.min}.',
    'Enter {with.min} or more.',
  ),
  TOO_LARGE: createBuiltInError(
    'invalid',
    '{with.field} is more than {with.max}.',
    'Enter {with.max} or less.',
  ),
  PATTERN: createBuiltInError('invalid', 'Check {with.field}: {with.advice}'),
  NOT_A_CHOICE: createBuiltInError(
    'invalid',
    '{with.field} cannot be “{with.value}”.',
    'Choose one of: {with.choices}.',
  ),
  NO_SUCH_RECORD: createBuiltInError(
    'invalid',
    '{with.field} points to no {with.entity}.',
    'Choose one from the list.',
  ),
  NO_SUCH_PERSON: createBuiltInError(
    'invalid',
    '{with.field}: this person cannot be chosen.',
    'Choose one from the list.',
  ),
  PERSON_FROM_LOG: createBuiltInError(
    'invalid',
    '{with.field}: this person is only known from an imported log.',
    'Choose a person who has an account here.',
  ),
  PERSON_LACKS_ROLE: createBuiltInError(
    'invalid',
    '{with.field}: the person has to be {with.role}.',
    'Choose one from the list, or ask an admin to give them the role.',
  ),
  NOT_UNIQUE: createBuiltInError(
    'conflict',
    '{with.field} “{with.value}” is taken.',
    'Use the record that has it, or another value.',
  ),
  TOO_MANY_ROWS: createBuiltInError(
    'invalid',
    '{with.field} has more than {with.max} rows.',
    'Leave out rows, or split the record.',
  ),
  ...FILE_ERRORS,
  UNKNOWN_FIELD: createBuiltInError(
    'invalid',
    'There is no field “{with.field}”.',
    'Fields are: {with.known}.',
  ),
  COMPUTED_FIELD: createBuiltInError(
    'invalid',
    '{with.field} is computed and cannot be set.',
    'Change the fields it is computed from.',
  ),
  REASON_REQUIRED: createBuiltInError('invalid', 'Enter a reason'),
  EMPTY_COMMENT: createBuiltInError('invalid', 'The comment is empty.', 'Write something first.'),
  RULE: createBuiltInError('invalid', 'Rule {with.rule} does not hold.', '{with.needed}.'),
  TOO_MUCH_TO_COMPUTE: createBuiltInError(
    'invalid',
    '{with.what} takes too many steps to work out for this record.',
    'Use fewer rows or shorter texts, or ask for a simpler expression.',
  ),
  NOT_SIGNED_IN: createBuiltInError('not signed in', 'You are not signed in.', 'Sign in and try again.'),
  NOT_PERMITTED: createBuiltInError('not permitted', 'You may not {with.what}.', 'Allowed for: {with.who}.'),
  FIELD_NOT_PERMITTED: createBuiltInError(
    'not permitted',
    'You may not change {with.field}.',
    'Allowed for: {with.who}.',
  ),
  SEPARATION_OF_DUTIES: createBuiltInError(
    'not permitted',
    'You may not {with.what} here yourself.',
    'Somebody else has to do it.',
  ),
  SEPARATION_UNCLEAR: createBuiltInError(
    'conflict',
    'It is not yet possible to {with.what}: a value that decides who may not is still blank.',
    'Fill in what it depends on: {with.who}',
  ),
  ...APPROVAL_ERRORS,
  ...ERASURE_ERRORS,
  ...CONSTANT_CHANGE_ERRORS,
  WRONG_STATE: createBuiltInError(
    'conflict',
    '{with.what} is not possible while it is “{with.state}”.',
    'It is possible in: {with.states}.',
  ),
  FINAL_STATE: createBuiltInError(
    'conflict',
    'It is “{with.state}” and cannot be changed any more.',
    'Add a comment, or open a new one.',
  ),
  GUARD: createBuiltInError('conflict', '“{with.what}” is not possible now.', '{with.needed}.'),
  CHANGED_MEANWHILE: createBuiltInError(
    'conflict',
    'It has been changed since you opened it.',
    'Look at the differences, and choose what stays.',
  ),
  ID_TAKEN: createBuiltInError('conflict', 'This id is taken.', 'Choose another one: a new UUID.'),
  COMMAND_REUSED: createBuiltInError(
    'invalid',
    'This was sent before with something else in it, and that was saved.',
    'Look at what is saved. Send what is missing as a command of its own: over the API with another Idempotency-Key.',
  ),
  IMPORT_DIFFERS: createBuiltInError(
    'conflict',
    '{with.what} is not what was imported before from {with.log}, line {with.line}.',
    'A case may grow, but what is known of it stays: {with.instead}. Another case needs a name of its own.',
  ),
  ALREADY_OPEN: createBuiltInError('conflict', 'It has been opened already.', 'Go to the record.'),
  LIMIT_REACHED: createBuiltInError(
    'too often',
    'No more than {with.limit} {with.what}.',
    'Try again later, or ask for a higher limit.',
  ),
  NO_SUCH_ACTION: createBuiltInError(
    'not found',
    'There is no action “{with.action}”.',
    'Actions are: {with.known}.',
  ),
  NOT_FOUND: createBuiltInError(
    'not found',
    'No page and no record has this address.',
    'Check the address, or start from Home.',
  ),
  WRONG_METHOD: createBuiltInError(
    'not supported',
    'This address does not know {with.method}.',
    'It knows: {with.allowed}.',
  ),
  UNSIGNED: createBuiltInError(
    'not permitted',
    'It is not signed as it should be.',
    'Sign it with the secret.',
  ),
  CALL_STATE: createBuiltInError(
    'conflict',
    'The call cannot be {with.what}: {with.why}.',
    'Look at the list again.',
  ),
  BAD_REQUEST: createBuiltInError(
    'not understood',
    'This request cannot be understood: {with.why}.',
    'Change that and send it again.',
  ),
  TOO_LARGE_REQUEST: createBuiltInError('too large', 'That is more than {with.max} at once.', 'Send less.'),
  TOO_LARGE_TO_STORE: createBuiltInError(
    'too large',
    'That is more than can be stored at once ({with.max}).',
    'Make it shorter. The operator of Daybook may raise MaxAppendSize of EventStoreDB.',
  ),
  CROSS_SITE: createBuiltInError(
    'not permitted',
    'This was sent from another site.',
    'Open the page here and send it again.',
  ),
  TOO_MANY_REQUESTS: createBuiltInError(
    'too often',
    'That is more than one person or one address may ask for in a minute.',
    'Wait {with.seconds} seconds and try again.',
  ),
  AND_MORE: createBuiltInError(
    'invalid',
    'And {with.count} more of the kind.',
    'Correct the ones above first.',
  ),
  ...SIGN_IN_ERRORS,
  ...TOKEN_ERRORS,
  NAME_NOT_POSSIBLE: createBuiltInError(
    'invalid',
    '{with.field} cannot be used: {with.why}.',
    '{with.instead}.',
  ),
  SPECIFICATION_BROKEN: createBuiltInError(
    'invalid',
    'The specification has problems.',
    'Correct them and publish again.',
  ),
  ERASED: createBuiltInError(
    'gone',
    'The personal data of this person has been erased.',
    'It cannot be brought back.',
  ),
  VERSION_MISSING: createBuiltInError(
    'version missing',
    'The request does not say which version it is about.',
    'Send the version you have read: the ETag, in the header If-Match.',
  ),
  UNAVAILABLE: unavailable(
    'Nothing can be saved just now.',
    'Send it again in a moment. What you typed is kept, and the same command is saved once, however often it is sent.',
  ),
  NEWER_VERSION: unavailable(
    'A newer version of Daybook has written to this, and the one that answers does not understand all of it.',
    'Send it again in a moment: another process may answer. If it is refused again, the operator of Daybook has to start the newer version. What you typed is kept.',
  ),
  ADMIN_CHANGING: unavailable(
    'Another admin was about to lock, erase or demote you, and it is not certain yet whether that has happened.',
    'Wait {with.seconds} seconds and try again.',
  ),
  DISK_FULL: unavailable(
    'Nothing can be saved: the disk is full.',
    'The operator of Daybook has to make room. What you typed is kept; send it again then. Signing in has to be saved, too.',
  ),
  DAMAGED: unavailable(
    'Nothing can be saved: {with.what}.',
    'The operator of Daybook has to restore it from a backup; its status page and its log say how. What you typed is kept on this page.',
  ),
  RIGHT_MISSING: unavailable(
    'This cannot be done just now: the event store does not let Daybook {with.what}.',
    'The operator of Daybook has to give it that right; its status page and its log say which and where. What you typed is kept on this page; send it again then.',
  ),
  LOG_REPLACED: unavailable(
    'An older log was put back: what was saved after it is missing. Nothing is shown or saved until it is clear which one is right.',
    'The operator of Daybook has to put the right log back, or to run `daybook replay`; its log says how. What you typed is kept on this page.',
  ),
  KEYS_MISSING: unavailable(
    'Something personal in here cannot be opened: its key is missing, or does not fit. It is not erased.',
    'The operator of Daybook has to put the right keys back; its status page and its log say how. What you typed is kept on this page.',
  ),
  REBUILDING: unavailable(
    'What this page is made from is damaged, and is being built again from the log.',
    'What is saved is safe. Try again in a few moments.',
  ),
  NOT_READABLE: unavailable(
    'Nothing can be looked up just now.',
    'What is saved is safe. Try again in a moment.',
  ),
  TAKES_TOO_LONG: createBuiltInError(
    'invalid',
    'This question takes too long to answer.',
    'Narrow it: by a filter, by a shorter span of time, or by a longer or rarer word to search for.',
  ),
  PAGE_TAKES_TOO_LONG: unavailable(
    'This page takes too long to make.',
    'Load it again when there is less to do here, or ask for less of it: by a filter, or a shorter span of time.',
  ),
  TOO_MANY_DOWNLOADS: createBuiltInError(
    'too often',
    'You are downloading {with.most} files already.',
    'Wait until one of them is complete, and try again.',
  ),
  ANSWER_TOO_LARGE: createBuiltInError(
    'invalid',
    'This answer would be larger than {with.most}.',
    'Ask for less of it: by a filter, by a shorter span of time, or by fewer records at once.',
  ),
  BUSY: unavailable('Too many people are asking for large answers just now.', 'Try again in a few seconds.'),
  NOT_YET: unavailable(
    'What you saved is safe, but not on this page yet.',
    'The page opens in a moment; otherwise load it again.',
  ),
  INTERNAL: createBuiltInError(
    'fault',
    'Something went wrong on our side.',
    'Try again; if it stays so, tell an admin the number below.',
  ),
} as const satisfies Readonly<Record<string, BuiltInError>>;

export type BuiltInCode = keyof typeof BUILT_IN_ERRORS;

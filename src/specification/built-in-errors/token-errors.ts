import { createBuiltInError } from './create-built-in-error.js';

export const TOKEN_ERRORS = {
  TOKEN_NOT_ACCEPTED: createBuiltInError(
    'not signed in',
    'This API token is not accepted.',
    'It may be mistyped, expired or revoked: send another one as “Authorization: Bearer …”. People make tokens on the page of their account.',
  ),
  /** Words of NOT_SIGNED_IN for programs. */
  CREDENTIALS_MISSING: createBuiltInError(
    'not signed in',
    'This request has no credentials that Daybook can read.',
    '{with.send}. People make tokens on the page of their account.',
  ),
  /** Words of WRONG_PASSWORD for programs. */
  CREDENTIALS_WRONG: createBuiltInError(
    'not signed in',
    'Sign-in name or password is wrong.',
    '{with.send}. People make tokens on the page of their account.',
  ),
  PROGRAMS_NEED_TOKENS: createBuiltInError(
    'not signed in',
    'Programs cannot sign in with a password here.',
    'Make an API token on the page of your account, and send it as “Authorization: Bearer …”.',
  ),
  TOKEN_READS_ONLY: createBuiltInError(
    'not permitted',
    'This API token can read, and change nothing.',
    'Use a token that can write.',
  ),
  TOKEN_OF_APPLICATION: createBuiltInError(
    'not permitted',
    'This API token opens one application.',
    'Use the addresses below “/api/{with.application}/”.',
  ),
  NOT_FOR_TOKENS: createBuiltInError(
    'not permitted',
    'This cannot be done with an API token.',
    'Sign in and do it yourself.',
  ),
} as const;

import { createBuiltInError } from './create-built-in-error.js';

export const TOKEN_ERRORS = {
  TOKEN_NOT_ACCEPTED: createBuiltInError(
    'not signed in',
    'This API token is not accepted.',
    'It may be mistyped, expired or revoked: make another one on the page of your account.',
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

import { createBuiltInError } from './create-built-in-error.js';

export const SIGN_IN_ERRORS = {
  TOO_MANY_ATTEMPTS: createBuiltInError(
    'too often',
    'Too many attempts.',
    'Wait {with.seconds} seconds and try again.',
  ),
  WRONG_PASSWORD: createBuiltInError(
    'not signed in',
    'Sign-in name or password is wrong.',
    'Try again, or ask an admin for a one-time link.',
  ),
  ACCOUNT_LOCKED: createBuiltInError(
    'not signed in',
    'This account is locked.',
    'Ask an admin to unlock it.',
  ),
  SECOND_FACTOR_NEEDED: createBuiltInError(
    'not signed in',
    'This account signs in with a second factor.',
    'Sign in again, and enter the code that your app shows.',
  ),
  SECOND_FACTOR_WRONG: createBuiltInError(
    'not signed in',
    'This code is wrong, or was used already.',
    'Enter the code that your app shows now, or a recovery code that you have not used yet.',
  ),
  PASSWORD_NOT_ENOUGH: createBuiltInError(
    'not signed in',
    'This account signs in with a second factor, so programs cannot use its name and password.',
    'Use an API token, or an account for programs.',
  ),
  GUESSABLE_PASSWORD: createBuiltInError(
    'invalid',
    'The password is easily guessed: {with.why}.',
    'A few words that have nothing to do with each other or with you are harder to guess, and easy to keep.',
  ),
  OLD_PASSWORD_WRONG: createBuiltInError(
    'invalid',
    'The old password is wrong.',
    'Type the one you signed in with.',
  ),
  NO_PASSWORD: createBuiltInError(
    'conflict',
    'There is no password to change.',
    'Ask an admin for a one-time link.',
  ),
  LINK_SPENT: createBuiltInError(
    'gone',
    'This link does not work any more.',
    'Ask an admin for another one.',
  ),
  PASSWORD_TO_BE_CHANGED: createBuiltInError(
    'not permitted',
    'Somebody else chose your password, so they know it.',
    'Choose one of your own first, on the page of your account.',
  ),
  WEAK_PASSWORD: createBuiltInError(
    'invalid',
    'The password is too short.',
    'Use {with.min} characters or more.',
  ),
  SIGN_IN_NAME_TAKEN: createBuiltInError(
    'conflict',
    'That sign-in name is taken, or looks like one that is.',
    'Choose another one.',
  ),
} as const;

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
  PASSWORDS_OFF: createBuiltInError(
    'not permitted',
    'Nobody signs in by password here.',
    'Sign in by one of the providers, or ask an admin for a one-time link.',
  ),
  PROVIDER_UNAVAILABLE: createBuiltInError(
    'unavailable',
    '{with.provider} does not answer.',
    'Try again in a minute. If it stays so, tell an admin.',
  ),
  PROVIDER_DENIED: createBuiltInError(
    'not permitted',
    '{with.provider} did not let you sign in.',
    'Try again, or ask an admin of {with.provider}.',
  ),
  PROVIDER_SIGN_IN_EXPIRED: createBuiltInError(
    'gone',
    'This sign-in was begun too long ago, in another browser, is finished already, or was ended at the provider.',
    'Begin it again.',
  ),
  PROVIDER_ANSWER_INVALID: createBuiltInError(
    'not permitted',
    'What {with.provider} answered could not be verified.',
    'Begin again. If it stays so, tell an admin: the server’s log says what was wrong.',
  ),
  PERSON_NOT_INVITED: createBuiltInError(
    'not permitted',
    '{with.provider} knows you, but you have no account here.',
    'Ask an admin for one. If you have one already, sign in to it and link {with.provider} on the page of your account.',
  ),
  IDENTITY_TAKEN: createBuiltInError(
    'conflict',
    'This account at the provider belongs to another person here.',
    'Sign in with another account there, or ask an admin to unlink it from the other person.',
  ),
} as const;

import { createBuiltInError } from './create-built-in-error.js';

export const APPROVAL_ERRORS = {
  APPROVALS_NEEDED: createBuiltInError(
    'conflict',
    '{with.what} needs the approval of {with.count} people.',
    'Daybook itself approves nothing: let people do it.',
  ),
  APPROVALS_UNCLEAR: createBuiltInError(
    'conflict',
    'How many people have to approve “{with.what}” is not known yet: a value it depends on is missing.',
    'Fill in what it depends on: {with.count}',
  ),
  SIGNATURE_NEEDED: createBuiltInError(
    'conflict',
    '{with.what} needs a signature: “{with.meaning}”.',
    'Read what is to be signed, and give your password.',
  ),
  SIGNATURE_WRONG: createBuiltInError(
    'not permitted',
    'Sign-in name, password or code is wrong: nothing is signed.',
    'Try again with your own. The third wrong one in a session ends it.',
  ),
  SIGNER_WITHOUT_PASSWORD: createBuiltInError(
    'conflict',
    'A signature asks for a password, and you have none.',
    'Link an account at a provider on the page of your account and sign on a page, or ask an admin for a one-time link to choose a password.',
  ),
  SIGNATURE_UNCONFIRMED: createBuiltInError(
    'not permitted',
    'Nothing is signed yet: it is not confirmed that it is you.',
    'Choose “Confirm that it is you”, sign in there, come back here and send the form again.',
  ),
  SIGNATURE_BY_ANOTHER: createBuiltInError(
    'not permitted',
    'The account that you gave at {with.provider} is not linked to yours: nothing is signed.',
    'Confirm with the account by which you sign in here. The third wrong one in a session ends it.',
  ),
  SIGNATURE_OUTDATED: createBuiltInError(
    'conflict',
    'What you were about to sign has changed since it was shown to you.',
    'Read it again before you sign it.',
  ),
  SPOKEN_ALREADY: createBuiltInError(
    'conflict',
    'You, or your deputy, have already {with.did} “{with.what}”.',
    'Each person counts once. Take it back if it was a mistake.',
  ),
  NO_DEPUTY: createBuiltInError(
    'not permitted',
    'You are not the deputy of this person now.',
    'Ask them to name you on the page of their account, or let them approve themselves.',
  ),
  NOT_DELEGATED: createBuiltInError(
    'not permitted',
    '“{with.what}” cannot be done for somebody else.',
    'Deputies approve what actions with `approvals` ask for, in the roles they stand in for. Let the person do the rest themselves.',
  ),
  ROUND_REFUSED: createBuiltInError(
    'conflict',
    '“{with.what}” was refused.',
    'Change what was refused, or ask those who refused to take it back.',
  ),
  NOT_WAITED_FOR: createBuiltInError(
    'conflict',
    '“{with.what}” is not waiting for you, but for: {with.who}.',
    'Wait until they have approved.',
  ),
  NO_ROUND: createBuiltInError(
    'conflict',
    '“{with.what}” does not wait for the approval of several people.',
    'Choose another action.',
  ),
  NOTHING_TO_TAKE_BACK: createBuiltInError(
    'conflict',
    'There is nothing of yours to take back in “{with.what}”.',
    'Look at the record: it may be done already, or the approvals have begun again.',
  ),
};

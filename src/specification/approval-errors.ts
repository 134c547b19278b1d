// Errors of rounds and signatures.
import { error } from './built-in-error.js';

export const APPROVAL_ERRORS = {
  APPROVALS_NEEDED: error(
    'conflict',
    '{with.what} needs the approval of {with.count} people.',
    'Daybook itself approves nothing: let people do it.',
  ),
  APPROVALS_UNCLEAR: error(
    'conflict',
    'How many people have to approve {with.what} cannot be told: a value it depends on is missing.',
    'Fill in what it depends on: {with.count}',
  ),
  SIGNATURE_NEEDED: error(
    'conflict',
    '{with.what} needs a signature: “{with.meaning}”.',
    'Read what is to be signed, and give your password.',
  ),
  SIGNATURE_WRONG: error(
    'not permitted',
    'Sign-in name or password is wrong: nothing is signed.',
    'Try again with your own. The third wrong one in a session ends it.',
  ),
  SIGNATURE_OUTDATED: error(
    'conflict',
    'What you were about to sign has changed since it was shown to you.',
    'Read it again before you sign it.',
  ),
  SPOKEN_ALREADY: error(
    'conflict',
    'You, or somebody for you, {with.did} “{with.what}” already.',
    'Nobody counts twice. Take it back where it was not meant so.',
  ),
  NO_DEPUTY: error(
    'not permitted',
    'You are not the deputy of this person now.',
    'Ask them to name you on the page of their account, or let them approve themselves.',
  ),
  NOT_DELEGATED: error(
    'not permitted',
    '“{with.what}” is not done for somebody else.',
    'Deputies approve what actions with `approvals` ask for, in the roles they stand in for. Let the person do the rest themselves.',
  ),
  ROUND_REFUSED: error(
    'conflict',
    '“{with.what}” was refused.',
    'Change what was refused, or ask those who refused to take it back.',
  ),
  NOT_WAITED_FOR: error(
    'conflict',
    '“{with.what}” does not wait for you, but for: {with.who}.',
    'Wait until they have approved, or ask somebody of theirs.',
  ),
  NO_ROUND: error(
    'conflict',
    '“{with.what}” does not wait for the approval of several people.',
    'Leave it, or choose another action.',
  ),
  NOTHING_TO_TAKE_BACK: error(
    'conflict',
    'You have approved or refused nothing of “{with.what}” that could be taken back.',
    'Look at the record: perhaps it was done, or the round has begun again.',
  ),
};

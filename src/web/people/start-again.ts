import { SIGN_IN_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { PENDING_SIGN_IN_COOKIE } from '../http/cookies.js';
import { goTo, type Answer } from '../rendering/answers.js';

/** Where a sign-in took too long, or the account changed meanwhile. `next` must be local. */
export const startAgain = (next: string, t: Translate): Answer =>
  goTo(`${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`, {
    cookies: [{ name: PENDING_SIGN_IN_COOKIE, value: '', maxAge: 0 }],
    notice: t('secondFactor.startAgain'),
  });

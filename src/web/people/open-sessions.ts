import type { SessionList } from '#views/view-models/account.js';
import type { Translate } from '#views/messages/translate.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { OpenSession } from '#identity/accounts.js';
import type { Form } from '../http/request-body.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

export function presentSessions(
  sessions: readonly OpenSession[],
  on: {
    readonly action: string;
    readonly commandId: string;
    readonly current: number | undefined;
    readonly t: Translate;
  },
): SessionList {
  return {
    action: on.action,
    commandId: on.commandId,
    sessions: sessions.map(({ begun, at, browser, isFromThisNetwork: here }) => ({
      name: String(begun),
      at,
      browser: browser === null ? null : browserWords(browser, on.t),
      here,
      current: begun === on.current,
    })),
  };
}

/** `stored`: the English name from `browserOf`. */
function browserWords(stored: string, t: Translate): string {
  if (stored === 'another program') return t('account.otherProgram');
  const [browser = '', system] = stored.split(' on ');
  if (system === undefined) return browser;
  return browser === 'a browser'
    ? t('account.someBrowserOn', { system })
    : t('account.browserOn', { browser, system });
}

/** undefined: all other sessions. */
export function readSessionToEnd({ session = '' }: Form): number | undefined {
  if (session === 'others') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(session))
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.no-session') });
  return Number(session);
}

// Open sessions → the view-model of their list.
import type { SessionList } from '#views/view-models/account.js';
import type { Translate } from '#views/messages/translate.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { OpenSession } from '#identity/accounts.js';
import type { Form } from '../http/request-body.js';
import { builtInRefusal } from '../built-in-refusal.js';

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
    sessions: sessions.map(({ begun, at, browser, here }) => ({
      name: String(begun),
      at,
      browser: browser === null ? null : browserWords(browser, on.t),
      here,
      current: begun === on.current,
    })),
  };
}

/** `stored`: as `browserOf` names it, in English. */
function browserWords(stored: string, t: Translate): string {
  if (stored === 'another program') return t('account.otherProgram');
  const [browser = '', system] = stored.split(' on ');
  if (system === undefined) return browser;
  return browser === 'a browser'
    ? t('account.someBrowserOn', { system })
    : t('account.browserOn', { browser, system });
}

/** Which one the form names; undefined: all others. */
export function sessionIn({ session = '' }: Form): number | undefined {
  if (session === 'others') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(session))
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.no-session') });
  return Number(session);
}

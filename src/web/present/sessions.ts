// Open sessions → the view-model of their list.
import type { SessionList } from '#views/view-models/account.js';
import type { OpenSession } from '#identity/accounts.js';
import type { Form } from '../body.js';
import { refused } from '../built-in.js';

export function presentSessions(
  sessions: readonly OpenSession[],
  on: { readonly action: string; readonly commandId: string; readonly current: number | undefined },
): SessionList {
  return {
    action: on.action,
    commandId: on.commandId,
    sessions: sessions.map(({ begun, at, browser, here }) => ({
      name: String(begun),
      at,
      browser,
      here,
      current: begun === on.current,
    })),
  };
}

/** Which one the form names; undefined: all others. */
export function sessionIn({ session = '' }: Form): number | undefined {
  if (session === 'others') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(session)) throw refused('BAD_REQUEST', { why: 'it names no session' });
  return Number(session);
}

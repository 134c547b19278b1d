import { expect, it } from '@jest/globals';
import { translatorFor } from '#views/messages/translate.js';
import { presentSessions } from '#web/people/open-sessions.js';

it.each([
  ['Firefox on Windows', 'Firefox unter Windows'],
  ['a browser on Linux', 'ein Browser unter Linux'],
  ['another program', 'ein anderes Programm'],
  ['Safari', 'Safari'],
  [null, null],
])('a session in %j is shown in German as %j', (browser, words) => {
  const session = { begun: 1, at: '2026-11-26T12:00:00.000Z', browser, isFromThisNetwork: null };
  const on = { action: '/', commandId: 'c', current: undefined, t: translatorFor('de') };
  expect(presentSessions([session], on).sessions.map((shown) => shown.browser)).toEqual([words]);
});

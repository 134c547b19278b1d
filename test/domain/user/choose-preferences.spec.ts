import { describe, expect, it } from '@jest/globals';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import type { Preferences } from '#domain/user/preference-events.js';
import { decideUser } from '#domain/user/decide-user.js';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const after = (state: UserState, event: UserEvent): UserState =>
  evolveUser(state, toFoldableEvent(event, 'ada', NOW));
const ada = after(NOT_REGISTERED, { type: 'user.registered', data: { name: 'Ada', demo: false } });
const GERMAN: Preferences = { language: 'de', timeZone: 'Europe/Berlin' };
const AUTOMATIC: Preferences = { language: null, timeZone: null };

function choosing(preferences: Preferences, { state = ada, by = 'ada' } = {}) {
  const context = { actor: by, commandId: 'c' };
  try {
    return decideUser(state, new ChoosePreferences({ id: 'ada', context, ...preferences }), {
      operator: { id: by, admin: by === 'root' },
      now: NOW,
    } as never);
  } catch (error) {
    if (error instanceof Refused)
      return error.reasons.map(({ code, fields = [] }) => [code, ...fields].join(' '));
    throw error;
  }
}

describe('preferences of a person', () => {
  const chosen: UserEvent = { type: 'user.preferences-chosen', data: GERMAN };

  it('are recorded once when chosen and once when reset', () => {
    expect(choosing(GERMAN)).toEqual([chosen]);
    expect(choosing(GERMAN, { state: after(ada, chosen) })).toEqual([]);
    expect(choosing(AUTOMATIC, { state: after(ada, chosen) })).toEqual([{ ...chosen, data: AUTOMATIC }]);
  });

  it('switch single-key shortcuts off and on', () => {
    const off: Preferences = { ...AUTOMATIC, singleKeys: false };
    const turnedOff: UserEvent = { type: 'user.preferences-chosen', data: off };
    expect(choosing(off)).toEqual([turnedOff]);
    expect(choosing(off, { state: after(ada, turnedOff) })).toEqual([]);
    expect(choosing(AUTOMATIC, { state: after(ada, turnedOff) })).toEqual([
      { ...turnedOff, data: AUTOMATIC },
    ]);
  });

  it('are automatic by default', () => {
    expect(choosing(AUTOMATIC)).toEqual([]);
  });

  it('can be chosen only by the person', () => {
    expect(choosing(GERMAN, { by: 'root' })).toEqual(['NOT_PERMITTED']);
  });

  it('are refused for an unknown language or time zone', () => {
    expect(choosing({ ...GERMAN, language: 'xx' as never })).toEqual(['BAD_REQUEST language']);
    expect(choosing({ ...GERMAN, timeZone: 'Mars/Base' })).toEqual(['BAD_REQUEST timeZone']);
  });

  it('require a registered person', () => {
    expect(choosing(GERMAN, { state: NOT_REGISTERED })).toEqual(['NOT_FOUND']);
  });
});

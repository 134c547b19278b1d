import { describe, expect, it } from '@jest/globals';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import { ChooseNotice } from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const of = { application: 'shop', call: 'ordered' };
const given = (...events: UserEvent[]): UserState =>
  events.map((event) => toFoldableEvent(event, 'ada', NOW)).reduce<UserState>(evolveUser, NOT_REGISTERED);
const ada = given({ type: 'user.registered', data: { name: 'Ada', demo: false } });

type Way = ConstructorParameters<typeof ChooseNotice>[0]['way'];

function choosing(way: Way, { state = ada, by = 'ada', notice = true, known = true } = {}) {
  const command = new ChooseNotice({ id: 'ada', context: { actor: by, commandId: 'c' }, ...of, way });
  try {
    const asked = known ? { known: { notice } } : {};
    return decideUser(state, command, {
      operator: { id: by, admin: by === 'root' },
      now: NOW,
      ...asked,
    } as never);
  } catch (error) {
    if (error instanceof Refused)
      return error.reasons.map(({ code, fields = [] }) => [code, ...fields].join(' '));
    throw error;
  }
}

describe('given a person who can receive a mail of an application', () => {
  it.each<Way>(['page', 'neither'])('when somebody chooses “%s”, then it is so, once', (way) => {
    const chosen: UserEvent = { type: 'user.notice-chosen', data: { ...of, way } };
    expect(choosing(way)).toEqual([chosen]);
    const state = [toFoldableEvent(chosen, 'ada', NOW)].reduce<UserState>(evolveUser, ada);
    expect(choosing(way, { state })).toEqual([]);
    expect(choosing('mail', { state })).toEqual([{ ...chosen, data: { ...of, way: 'mail' } }]);
  });

  it('when the person chooses the default way, then nothing is written', () => {
    expect(choosing('mail')).toEqual([]);
  });

  it('when another person chooses for them, then it is refused even for an admin', () => {
    expect(choosing('page', { by: 'bert' })).toEqual(['NOT_PERMITTED']);
    expect(choosing('page', { by: 'root' })).toEqual(['NOT_PERMITTED']);
  });

  it('when the way is unknown, then it is refused', () => {
    expect(choosing('pigeon' as Way)).toEqual(['BAD_REQUEST way']);
  });

  it('when the person cannot receive the mail, or this was not looked up, then it is refused', () => {
    expect(choosing('page', { notice: false })).toEqual(['BAD_REQUEST call']);
    expect(choosing('page', { known: false })).toEqual(['BAD_REQUEST call']);
  });

  it('when the person is not registered, then it is refused as not found', () => {
    expect(choosing('page', { state: NOT_REGISTERED })).toEqual(['NOT_FOUND']);
  });
});

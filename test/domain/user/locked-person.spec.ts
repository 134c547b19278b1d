import { describe, expect, it } from '@jest/globals';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import {
  AppointDeputy,
  ChooseNotice,
  ChoosePreferences,
  DeleteView,
  SaveView,
  SetPassword,
  type UserCommand,
} from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const own = { id: 'ada', context: { actor: 'ada', commandId: 'command-1' } };
const VIEW = { view: 'v1', application: 'shop', screen: '/orders', shared: false };
const DEPUTATION = {
  deputation: 'd1',
  deputy: 'bo',
  application: null,
  role: null,
  from: '2026-11-20',
  until: '2026-11-30',
};

const LOCKED: readonly UserEvent[] = [
  { type: 'user.registered', data: { name: 'Ada', demo: false } },
  { type: 'user.view-saved', data: { ...VIEW, name: 'Large', query: '' } },
  { type: 'user.locked', data: {} },
];
const state = LOCKED.reduce<UserState>(
  (before, event) => evolveUser(before, toFoldableEvent(event, 'root', '2026-11-20T10:00:00.000Z')),
  NOT_REGISTERED,
);

const decide = (command: UserCommand, operator: string) => {
  const known = { deputy: true, notice: true };
  const context = {
    operator: { id: operator, admin: false },
    known,
    hash: 'h',
    now: '2026-11-20T10:00:00.000Z',
  };
  try {
    return decideUser(state, command, context).map(({ type }) => type);
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
};

describe('a person whose lock is in the log, though not in the read models yet', () => {
  it.each<UserCommand>([
    new SaveView({ ...own, ...VIEW, view: 'v2', name: 'Small', query: '' }),
    new DeleteView({ ...own, view: 'v1' }),
    new AppointDeputy({ ...own, ...DEPUTATION }),
    new ChooseNotice({ ...own, application: 'shop', call: 'tell', way: 'page' }),
    new ChoosePreferences({ ...own, language: 'de', timeZone: null }),
    new SetPassword({ ...own, password: 'a sentence is fine' }),
  ])('is refused $type', (command) => {
    expect(decide(command, 'ada')).toEqual(['NOT_SIGNED_IN']);
  });

  it('may be given a deputy by the command line', () => {
    expect(decide(new AppointDeputy({ ...own, ...DEPUTATION }), 'system')).toEqual(['user.deputy-named']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { decideUser } from '#domain/user/decide-user.js';
import { DeleteView, SaveView } from '#domain/user/user-commands.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';
import type { UserEvent } from '#domain/user/user-events.js';

const context = { actor: 'ada', commandId: 'command-1' };
const metadata = { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z' };
const fold = (events: readonly UserEvent[]): UserState =>
  events.reduce<UserState>((state, event) => evolveUser(state, { ...event, metadata }), NOT_REGISTERED);

const REGISTERED: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const VIEW = { view: 'v1', application: 'shop', screen: '/orders', shared: false };
const SAVED: UserEvent = {
  type: 'user.view-saved',
  data: { ...VIEW, name: 'Large', query: 'amount.from=5' },
};
const save = (more: object = {}) =>
  new SaveView({ id: 'ada', ...VIEW, name: ' Large ', query: 'amount.from=5', context, ...more });
const remove = (view = 'v1') => new DeleteView({ id: 'ada', view, context });
const by = (id: string) => ({ operator: { id, admin: true, auditor: false } as never });

describe('saving a view', () => {
  it('records its name without surrounding space, once', () => {
    expect(decideUser(fold([REGISTERED]), save(), by('ada'))).toEqual([SAVED]);
    expect(decideUser(fold([REGISTERED, SAVED]), save(), by('ada'))).toEqual([]);
  });

  it.each([
    ['a blank name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a long query', { query: 'x'.repeat(4_001) }],
  ])('is refused with %s', (_, more) => {
    expect(() => decideUser(fold([REGISTERED]), save(more), by('ada'))).toThrow();
  });

  it('is refused for another person, admins included', () => {
    expect(() => decideUser(fold([REGISTERED]), save(), by('bo'))).toThrow();
  });

  it('is refused above a hundred views', () => {
    const many = Array.from({ length: 100 }, (_, index): UserEvent => ({
      type: 'user.view-saved',
      data: { ...VIEW, view: `other-${index}`, name: 'x', query: '' },
    }));
    expect(() => decideUser(fold([REGISTERED, ...many]), save(), by('ada'))).toThrow();
  });
});

describe('deleting a view', () => {
  it('is for own views that exist', () => {
    expect(decideUser(fold([REGISTERED, SAVED]), remove(), by('ada'))).toEqual([
      { type: 'user.view-deleted', data: { view: 'v1' } },
    ]);
    expect(() => decideUser(fold([REGISTERED]), remove(), by('ada'))).toThrow();
    expect(() => decideUser(fold([REGISTERED, SAVED]), remove(), by('bo'))).toThrow();
  });
});

// Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

/** Ends all sessions; neither person nor deputies act until unlocked. */
export type UserLocked = Event<'user.locked', Readonly<Record<string, never>>>;
export type UserUnlocked = Event<'user.unlocked', Readonly<Record<string, never>>>;
export type UserLockEvent = UserLocked | UserUnlocked;

export const isLockEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserLockEvent['type'] }> =>
  event.type === 'user.locked' || event.type === 'user.unlocked';

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;

export const lockEventTypes: EventTypeMap<UserLockEvent> = {
  'user.locked': {
    ...PERSON,
    when: 'An administrator locked the account of a person: all sessions ended, and nobody signs in or acts with it. The reason is in the metadata.',
    title: 'Account locked',
    verbPhrase: 'locked the account',
    connector: ' of ',
    members: {},
  },
  'user.unlocked': {
    ...PERSON,
    when: 'An administrator unlocked the account of a person, who may sign in again. The reason is in the metadata.',
    title: 'Account unlocked',
    verbPhrase: 'unlocked the account',
    connector: ' of ',
    members: {},
  },
};

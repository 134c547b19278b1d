// Storage format: change only with an upcast.
import type { UserErased } from '../erasure-events.js';
import type { Event, EventTypeMap } from '../event.js';

/** Final: destroying the key follows. */
export type UserErasureBegun = Event<'user.erasure-begun', { readonly person: string }>;
export type UserErasureEvent = UserErasureBegun | UserErased;

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;

export const userErasureEventTypes: EventTypeMap<UserErasureEvent> = {
  'user.erasure-begun': {
    ...PERSON,
    when: 'Somebody asked that a person be erased, for the reason in the metadata. It cannot be taken back: from here on the person is treated as erased, and the key is destroyed, also where the process ends before it comes to that.',
    title: 'Erasure of personal data begun',
    verbPhrase: 'began to erase the personal data',
    connector: ' of ',
    members: { person: 'id of the person' },
  },
  'user.erased': {
    ...PERSON,
    when: 'A person was erased: this is the certificate. What was sealed with their key is unreadable from here on.',
    title: 'Personal data erased',
    verbPhrase: 'erased the personal data',
    connector: ' of ',
    members: {
      person: 'id of the person',
      keyFingerprint: 'SHA-256 of the destroyed key, in hex; null where there was none',
    },
  },
};

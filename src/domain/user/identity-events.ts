// Events of identities at providers of OpenID Connect. Storage format: change only with an upcast.
import type { Erased } from '#specification/model/stored-value.js';
import type { Event, EventTypeMap } from '../event.js';

export type UserIdentityLinked = Event<
  'user.identity-linked',
  {
    /** Keyed hash of issuer and subject: searchable, not readable. */
    readonly identity: string;
    readonly issuer: string;
    readonly subject: string | Erased;
  }
>;
export type UserIdentityUnlinked = Event<'user.identity-unlinked', { readonly identity: string }>;
export type UserIdentityGroupsReceived = Event<
  'user.identity-groups-received',
  { readonly identity: string; readonly groups: readonly string[] | Erased }
>;
export type UserIdentityEvent = UserIdentityLinked | UserIdentityUnlinked | UserIdentityGroupsReceived;

export const isIdentityEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserIdentityEvent['type'] }> =>
  event.type === 'user.identity-linked' ||
  event.type === 'user.identity-unlinked' ||
  event.type === 'user.identity-groups-received';

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;
const IDENTITY = {
  means: 'keyed hash of issuer and subject: found without being readable',
  visibility: 'nobody',
} as const;

export const identityEventTypes: EventTypeMap<UserIdentityEvent> = {
  'user.identity-linked': {
    ...PERSON,
    when: 'A person linked their account at a provider, or was registered by signing in there.',
    title: 'Account at a provider linked',
    verbPhrase: 'linked the account at a provider',
    connector: ' of ',
    members: {
      identity: IDENTITY,
      issuer: { means: 'address of the provider, as it states it', visibility: 'person' },
      subject: { means: 'what the provider calls the person', visibility: 'person', sealed: true },
    },
  },
  'user.identity-unlinked': {
    ...PERSON,
    when: 'A person, or an administrator for them, ended that they sign in by an account at a provider.',
    title: 'Account at a provider unlinked',
    verbPhrase: 'unlinked the account at a provider',
    connector: ' of ',
    members: { identity: IDENTITY },
  },
  'user.identity-groups-received': {
    ...PERSON,
    when: 'A person signed in by a provider, which stated other groups than the last time.',
    title: 'Groups received from a provider',
    verbPhrase: 'received other groups from a provider',
    connector: ' for ',
    members: {
      identity: IDENTITY,
      groups: { means: 'the groups, as the provider calls them', visibility: 'person', sealed: true },
    },
  },
};

// Identifying data is sealed with the person's key. Storage format: change only with an upcast.
import type { Erased } from '#specification/model/stored-value.js';
import { roleEventTypes, type UserRolesRenamed } from './role-events.js';
import type { Event, DescribedMember, EventTypeMap } from '../event.js';
import { preferenceEventTypes, type UserPreferencesChosen } from './preference-events.js';
import { viewEventTypes, type UserViewEvent } from './view-events.js';
import { identityEventTypes, type UserIdentityEvent } from './identity-events.js';
import { tokenEventTypes, type UserTokenEvent } from './token-events.js';
import { lockEventTypes, type UserLockEvent } from './lock-events.js';
import { secondFactorEventTypes, type UserSecondFactorEvent } from './second-factor-events.js';
import { userErasureEventTypes, type UserErasureEvent } from './user-erasure-events.js';
export type UserRegistered = Event<
  'user.registered',
  {
    readonly name: string | Erased;
    /** undefined: no sign-in. */
    readonly signInName?: string | Erased;
    /** Keyed hash: searchable, not readable. */
    readonly signInDigest?: string;
    /** Keyed hash of the look, if different: names must not look the same. */
    readonly lookDigest?: string;
    /** Signs in with one click while the demo is on. */
    readonly demo: boolean;
    readonly fromLog?: true;
  }
>;

/** argon2id, PHC string. */
export type UserPasswordSet = Event<'user.password-set', { readonly hash: string | Erased }>;
/** Ends password and sessions. `digest`: of the secret. */
export type UserLinkIssued = Event<'user.link-issued', { readonly digest: string; readonly until: string }>;
export type UserRoleGranted = Event<
  'user.role-granted',
  { readonly application: string; readonly role: string; readonly provider?: string }
>;
export type UserRoleRevoked = Event<
  'user.role-revoked',
  { readonly application: string; readonly role: string; readonly provider?: string }
>;
export interface Delegation {
  readonly deputation: string;
  readonly deputy: string;
  readonly application: string | null;
  readonly role: string | null;
  /** Inclusive days in the application's time zone. */
  readonly from: string;
  readonly until: string;
}

export type UserDeputyNamed = Event<'user.deputy-named', Delegation>;
export type UserDeputyDismissed = Event<'user.deputy-dismissed', Pick<Delegation, 'deputation'>>;
/** mail: also on the page. */
export type NoticeWay = 'mail' | 'page' | 'neither';
export type UserNoticeChosen = Event<
  'user.notice-chosen',
  { readonly application: string; readonly call: string; readonly way: NoticeWay }
>;
export type UserSignedIn = Event<
  'user.signed-in',
  {
    readonly by: 'password' | 'demo' | 'first-link' | 'program' | 'provider' | 'link';
    readonly browser?: string | Erased;
    /** Keyed digest of the network. */
    readonly from?: string | Erased;
    /** Missing where none was asked. */
    readonly secondFactor?: 'code' | 'recovery code' | 'remembered browser';
    /** Time step (RFC 6238) of the code. */
    readonly step?: number;
    /** Keyed hash of issuer and subject; missing in events of earlier versions, and of other ways in. */
    readonly identity?: string;
    /** Keyed hash of issuer and `sid`; missing where the provider states none. */
    readonly providerSession?: string;
  }
>;
export type UserSignedOut = Event<
  'user.signed-out',
  {
    readonly session: number;
    /** By the provider, these three. */
    readonly identity?: string;
    readonly providerSession?: string;
    readonly issuedAt?: string;
  }
>;
export type UserSessionsEnded = Event<'user.sessions-ended', { readonly except: number | null }>;
export type UserSignInFailed = Event<
  'user.sign-in-failed',
  { readonly by: 'password' | 'code'; readonly from?: string | Erased }
>;
/** The third in a session ends it. */
export type UserSigningFailed = Event<
  'user.signing-failed',
  { readonly session: number | null; readonly from?: string | Erased }
>;
export type UserDeputyEvent = UserDeputyNamed | UserDeputyDismissed;

export const isDeputyEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserDeputyEvent['type'] }> =>
  event.type === 'user.deputy-named' || event.type === 'user.deputy-dismissed';

export type UserEvent =
  | UserRegistered
  | UserNoticeChosen
  | UserPreferencesChosen
  | UserPasswordSet
  | UserLinkIssued
  | UserRoleGranted
  | UserRoleRevoked
  | UserRolesRenamed
  | UserDeputyNamed
  | UserDeputyDismissed
  | UserSignedIn
  | UserSignedOut
  | UserSessionsEnded
  | UserSignInFailed
  | UserSigningFailed
  | UserLockEvent
  | UserViewEvent
  | UserSecondFactorEvent
  | UserIdentityEvent
  | UserTokenEvent
  | UserErasureEvent;

export { INSTALLATION } from '../event.js';

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;

const APPLICATION = 'key of the application; `-` is the whole installation';
const PROVIDER: DescribedMember = {
  means: 'issuer of the provider whose groups decided it; left out: it was done by hand',
  visibility: 'person',
};
const sealed = (means: string) => ({ means, visibility: 'person', sealed: true }) as const;
const FROM: DescribedMember = {
  means: 'keyed digest of the network address',
  visibility: 'nobody',
  sealed: true,
};

export const userEventTypes: EventTypeMap<UserEvent> = {
  'user.registered': {
    ...PERSON,
    when: 'A person became known: by the first link, by an administrator, by the demo, or by an imported log.',
    title: 'Person registered',
    verbPhrase: 'registered a person',
    connector: ': ',
    members: {
      name: { means: 'the name people see', sealed: true },
      signInName: sealed('the name to sign in with; missing for those who cannot sign in'),
      signInDigest: {
        means: 'keyed hash of the folded sign-in name: found without being readable',
        visibility: 'nobody',
      },
      lookDigest: {
        means:
          'keyed hash of what the sign-in name looks like, where that is another text: no other name may look the same',
        visibility: 'nobody',
      },
      fromLog: 'true for somebody who is only known from an imported log; otherwise left out',
      demo: 'true: may sign in with one click while the demo is on',
    },
  },
  'user.password-set': {
    ...PERSON,
    when: 'A person chose a password. Before there were one-time links, an administrator could choose it for them.',
    title: 'Password set',
    verbPhrase: 'set the password',
    connector: ' of ',
    members: { hash: { means: 'argon2id in PHC string format', visibility: 'nobody', sealed: true } },
  },
  'user.link-issued': {
    ...PERSON,
    when: 'An administrator made a one-time link, by which the person chooses a password. The old password and all sessions ended with it.',
    title: 'One-time link made',
    verbPhrase: 'made a one-time link to choose a password',
    connector: ' for ',
    members: {
      digest: { means: 'SHA-256 of the secret in the link, in hex', visibility: 'nobody' },
      until: 'when it ends to work, an instant; it works once',
    },
  },
  'user.role-granted': {
    ...PERSON,
    when: 'An administrator gave a role, or a provider did by the groups it stated.',
    title: 'Role given',
    verbPhrase: 'gave a role',
    describe: ({ application, role }, words) => `gave ${words.role(String(application), String(role))}`,
    connector: ' to ',
    members: { application: APPLICATION, role: 'name of the role', provider: PROVIDER },
  },
  ...roleEventTypes,
  'user.role-revoked': {
    ...PERSON,
    when: 'An administrator took a role away, or a provider did by the groups it stated.',
    title: 'Role taken away',
    verbPhrase: 'took a role away',
    describe: ({ application, role }, words) => `took away ${words.role(String(application), String(role))}`,
    connector: ' from ',
    members: { application: APPLICATION, role: 'name of the role', provider: PROVIDER },
  },
  'user.deputy-named': {
    ...PERSON,
    when: 'A person named a deputy, who approves for them from one day until another.',
    title: 'Deputy named',
    verbPhrase: 'named a deputy',
    describe: ({ deputy, from, until }, words) =>
      `named ${words.person(String(deputy))} as deputy from ${words.day(String(from))} until ${words.day(String(until))}`,
    connector: ' for ',
    members: {
      deputation: 'id of it, by which it is ended',
      deputy: 'id of the person who may approve for this one',
      application: 'key of the application it holds in; null: in all',
      role: 'name of the role that it lends; null: all that the person holds when it is asked',
      from: 'the first day, in the time zone of the application',
      until: 'the last day',
    },
  },
  'user.deputy-dismissed': {
    ...PERSON,
    when: 'A person, their deputy, or an administrator ended that somebody stands in.',
    title: 'Deputy dismissed',
    verbPhrase: 'ended that a deputy stands in',
    connector: ' for ',
    members: { deputation: 'id of what was ended' },
  },
  'user.notice-chosen': {
    ...PERSON,
    when: 'A person chose how they hear of what the mails of one kind tell.',
    title: 'Notices chosen',
    verbPhrase: 'chose how to hear of something',
    connector: ' for ',
    members: {
      application: { means: 'key of the application', visibility: 'person' },
      call: { means: 'name of the mail in section 7', visibility: 'person' },
      way: { means: '`mail` (and on their page), `page` or `neither`', visibility: 'person' },
    },
  },
  'user.signed-in': {
    ...PERSON,
    when: 'A person signed in.',
    title: 'Sign-in',
    verbPhrase: 'signed in',
    members: {
      by: '`password`, `program` (HTTP Basic, no session), `demo` (one click), `first-link` (the link printed at the first start), `provider` (OpenID Connect) or `link` (a one-time link where no password is chosen)',
      browser: sealed('such as `Firefox on Windows`; missing for programs'),
      from: FROM,
      secondFactor:
        '`code`, `recovery code` or `remembered browser`; missing where no second factor was asked for',
      step: {
        means: 'time step of the code (RFC 6238): no code of this step or before counts again',
        visibility: 'nobody',
      },
      identity: {
        means: 'keyed hash of issuer and subject, by which the person came; missing for other ways in',
        visibility: 'nobody',
      },
      providerSession: {
        means:
          'keyed hash of issuer and of the session there, which the provider may end; missing where it states none',
        visibility: 'nobody',
      },
    },
  },
  'user.signed-out': {
    ...PERSON,
    when: 'A person signed out: the session counts for nothing any more, wherever its cookie was copied to.',
    title: 'Sign-out',
    verbPhrase: 'signed out',
    members: {
      session: 'version that the `user.signed-in` of the session has in this stream; 0: none had begun',
      identity: {
        means: 'where the provider ended it: keyed hash of issuer and subject',
        visibility: 'nobody',
      },
      providerSession: {
        means: 'where the provider ended one session of its own: keyed hash of issuer and that session',
        visibility: 'nobody',
      },
      issuedAt: 'where the provider ended it: when it said so, by its clock; sign-ins under way end with it',
    },
  },
  'user.sessions-ended': {
    ...PERSON,
    when: 'A person, or an administrator for them, ended all sessions that began before this event.',
    title: 'Sessions ended',
    verbPhrase: 'ended the sessions',
    connector: ' of ',
    members: {
      except: 'version that the `user.signed-in` of the session has that goes on; null: none does',
    },
  },
  'user.sign-in-failed': {
    ...PERSON,
    when: 'Somebody gave a wrong password for a person, or after the right one a wrong code of the second factor. From the fifth on the next try has to wait, longer each time, and nothing is written until it may be made.',
    title: 'Failed sign-in',
    verbPhrase: 'noted a wrong password',
    describe: ({ by }) =>
      by === 'code' ? 'noted a wrong code of the second factor' : 'noted a wrong password',
    connector: ' for ',
    members: { by: '`password`, or `code` of the second factor', from: FROM },
  },
  'user.signing-failed': {
    ...PERSON,
    when: 'Somebody gave a wrong name or password where something was to be signed. It makes the next try wait as a failed sign-in does, and the third in a session ends that session.',
    title: 'Failed signature',
    verbPhrase: 'noted a wrong password for a signature',
    connector: ' of ',
    members: {
      session:
        'version that the `user.signed-in` of the session has in this stream; null: a program without one',
      from: FROM,
    },
  },
  ...preferenceEventTypes,
  ...lockEventTypes,
  ...viewEventTypes,
  ...secondFactorEventTypes,
  ...identityEventTypes,
  ...tokenEventTypes,
  ...userErasureEventTypes,
};

// Events of API tokens. The shapes are the storage format: add an upcast before changing one.
import type { Erased } from '#specification/model/stored-value.js';
import type { DescribedMember, Event, EventTypeMap } from '../event.js';

/** `write` includes reading. */
export type TokenAccess = 'read' | 'write';

export interface IssuedToken {
  /** Public part of the token. */
  readonly token: string;
  readonly access: TokenAccess;
  /** null: all that the person may open. */
  readonly application: string | null;
  /** true: with the person's rights as admin or auditor. */
  readonly administration: boolean;
  /** ISO 8601 */
  readonly until: string;
}

export type UserTokenIssued = Event<
  'user.token-issued',
  IssuedToken & {
    readonly name: string | Erased;
    /** SHA-256 of the whole token, hex. */
    readonly digest: string;
  }
>;
export type UserTokenRevoked = Event<'user.token-revoked', Pick<IssuedToken, 'token'>>;
/** At most once a day. */
export type UserTokenUsed = Event<
  'user.token-used',
  Pick<IssuedToken, 'token'> & { readonly from?: string | Erased }
>;
export type UserTokenEvent = UserTokenIssued | UserTokenRevoked | UserTokenUsed;

export const isTokenEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserTokenEvent['type'] }> =>
  event.type === 'user.token-issued' ||
  event.type === 'user.token-revoked' ||
  event.type === 'user.token-used';

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;
const TOKEN = 'id of the token, which is the readable part of it';
const toPerson = (means: string) => ({ means, visibility: 'person' }) as const;
const FROM: DescribedMember = {
  means: 'keyed digest of the network address',
  visibility: 'nobody',
  sealed: true,
};

export const tokenEventTypes: EventTypeMap<UserTokenEvent> = {
  'user.token-issued': {
    ...PERSON,
    when: 'A person made an API token for a program.',
    title: 'API token made',
    verbPhrase: 'made an API token',
    connector: ' for ',
    members: {
      token: TOKEN,
      name: {
        means: 'name of the program; the history shows it with what the program did',
        sealed: true,
      },
      digest: { means: 'SHA-256 of the token, in hex', visibility: 'nobody' },
      access: toPerson('`read` or `write`'),
      application: toPerson('key of the only application it opens; null: all that the person may open'),
      administration: toPerson('true: with the rights that the person has as an admin or auditor'),
      until: 'when it ends to work, an instant',
    },
  },
  'user.token-revoked': {
    ...PERSON,
    when: 'A person, or an administrator for them, ended an API token; also with a lock and with a one-time link.',
    title: 'API token revoked',
    verbPhrase: 'revoked an API token',
    connector: ' of ',
    members: { token: TOKEN },
  },
  'user.token-used': {
    ...PERSON,
    when: 'A program used an API token, for the first time on that day (UTC).',
    title: 'API token used',
    verbPhrase: 'noted the use of an API token',
    connector: ' of ',
    members: { token: TOKEN, from: FROM },
  },
};

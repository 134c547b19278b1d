// Events of second factors. The shapes are the storage format: add an upcast before changing one.
import type { Erased } from '#specification/model/stored-value.js';
import type { Event, EventTypeMap } from '../event.js';

/** Ends all sessions but `except`, and forgets remembered browsers. */
export type UserSecondFactorSet = Event<
  'user.second-factor-set',
  {
    /** Base32 (RFC 4648) */
    readonly secret: string | Erased;
    /** Keyed digests. */
    readonly recoveryCodes: readonly string[] | Erased;
    /** Time step (RFC 6238) of the confirming code, which counts once. */
    readonly step: number;
    readonly except: number | null;
  }
>;
export type UserSecondFactorUsed = Event<'user.second-factor-used', { readonly step: number }>;
export type UserRecoveryCodeUsed = Event<'user.recovery-code-used', { readonly code: number }>;
/** Ends all sessions. */
export type UserSecondFactorReset = Event<'user.second-factor-reset', Readonly<Record<string, never>>>;
export type UserSecondFactorEvent =
  UserSecondFactorSet | UserSecondFactorUsed | UserRecoveryCodeUsed | UserSecondFactorReset;

const TYPES: readonly string[] = [
  'user.second-factor-set',
  'user.second-factor-used',
  'user.recovery-code-used',
  'user.second-factor-reset',
] satisfies readonly UserSecondFactorEvent['type'][];

export const isSecondFactorEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: UserSecondFactorEvent['type'] }> => TYPES.includes(event.type);

const PERSON = { stream: 'user-<person>', kind: 'person', upcasts: [] } as const;
const toNobody = (means: string) => ({ means, visibility: 'nobody', sealed: true }) as const;

export const secondFactorEventTypes: EventTypeMap<UserSecondFactorEvent> = {
  'user.second-factor-set': {
    ...PERSON,
    when: 'A person set up a second factor: an app that shows codes. All other sessions ended with it.',
    title: 'Second factor set up',
    verbPhrase: 'set up a second factor',
    connector: ' for ',
    members: {
      secret: toNobody('the secret that the app computes codes from (RFC 6238), in base32'),
      recoveryCodes: toNobody('keyed digests of the recovery codes, each of which replaces one code'),
      step: {
        means: 'time step of the code that confirmed it: no code of this step or before counts again',
        visibility: 'nobody',
      },
      except: 'version that the `user.signed-in` of the session has that goes on; null: none does',
    },
  },
  'user.second-factor-used': {
    ...PERSON,
    when: 'A person gave a code of the second factor where something was signed, or to change the second factor.',
    title: 'Second factor used',
    verbPhrase: 'gave a code of the second factor',
    connector: ' of ',
    members: {
      step: {
        means: 'time step of the code (RFC 6238): no code of this step or before counts again',
        visibility: 'nobody',
      },
    },
  },
  'user.recovery-code-used': {
    ...PERSON,
    when: 'A person gave a recovery code instead of a code of the second factor. It counts once.',
    title: 'Recovery code used',
    verbPhrase: 'used a recovery code',
    connector: ' of ',
    members: { code: 'which of the recovery codes it was, counted from 1' },
  },
  'user.second-factor-reset': {
    ...PERSON,
    when: 'A person turned their second factor off, or an administrator reset it for them. All sessions ended with it. The reason is in the metadata.',
    title: 'Second factor reset',
    verbPhrase: 'reset the second factor',
    connector: ' of ',
    members: {},
  },
};

import { beforeEach, describe, expect, it } from '@jest/globals';
import { toFoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import {
  RecordFailedSignIn,
  RecordSignIn,
  ResetSecondFactor,
  SetUpSecondFactor,
  UseSecondFactor,
  type UserCommand,
} from '#domain/user/user-commands.js';
import type { SecondFactorProof } from '#domain/user/second-factor-state.js';
import type { UserEvent, UserSignedIn } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const NOW = '2026-11-20T10:00:00.000Z';
const CODES = Array.from({ length: 10 }, (_, index) => `digest-${index + 1}`);
const to = (actor = 'ada') => ({ id: 'ada', context: { actor, commandId: 'command-1' } });

let state: UserState;

const given = (...events: readonly UserEvent[]) => {
  for (const event of events) state = evolveUser(state, toFoldableEvent(event, 'ada', NOW));
};
const decide = (command: UserCommand, { by = 'ada', admin = false, known = {} } = {}) =>
  decideUser(state, command, { operator: { id: by, admin }, now: NOW, known });
/** Events, which then hold, or codes of the refusal. */
const when = (command: UserCommand, operator = {}): readonly unknown[] => {
  try {
    const events = decide(command, operator);
    given(...(events as readonly UserEvent[]));
    return events.map(({ type, data }) => [type, data]);
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
};
const signIn = (proof?: SecondFactorProof, by: UserSignedIn['data']['by'] = 'password') =>
  when(new RecordSignIn({ ...to(), by, ...(proof && { proof }) }));
const atProvider = (asksAtProviders: boolean, proof?: SecondFactorProof) => {
  const command = new RecordSignIn({ ...to(), by: 'provider', ...(proof && { proof }) });
  return when(command, { known: { asksAtProviders } });
};
const setUp = (step = 100, except: number | null = null, baseVersion = 0) =>
  new SetUpSecondFactor({ ...to(), secret: 'SECRET', recoveryCodes: CODES, step, baseVersion, except });
const version = () => (state.status === 'registered' ? state.version : 0);

beforeEach(() => {
  state = NOT_REGISTERED;
  given(
    { type: 'user.registered', data: { name: 'Ada', signInName: 'ada', demo: false } },
    { type: 'user.password-set', data: { hash: 'hash' } },
  );
});

describe('given a person without a second factor', () => {
  it('when they sign in, then nothing more is asked', () => {
    expect(signIn()).toEqual([['user.signed-in', { by: 'password' }]]);
  });

  it('when they sign in by a provider, where a factor is asked there, too, then nothing more is asked', () => {
    expect(atProvider(true)).toEqual([['user.signed-in', { by: 'provider' }]]);
  });

  it('when a code of a factor that was reset meanwhile comes, then it is refused', () => {
    expect(signIn({ kind: 'code', factor: 3, step: 101 })).toEqual(['SECOND_FACTOR_WRONG']);
  });

  it('when another person, or an admin, sets one up for them, then it is refused', () => {
    expect(when(setUp(), { by: 'bo' })).toEqual(['NOT_PERMITTED']);
    expect(when(setUp(), { by: 'bo', admin: true })).toEqual(['NOT_PERMITTED']);
  });

  it('when one was set up and reset, then only a set-up that began after that counts', () => {
    when(setUp());
    when(new ResetSecondFactor({ ...to('bo'), reason: 'Lost' }), { by: 'bo', admin: true });
    const reset = version();
    expect([when(setUp()), when(setUp(100, null, reset - 1))]).toEqual([['BAD_REQUEST'], ['BAD_REQUEST']]);
    expect(when(setUp(100, null, reset))).toMatchObject([['user.second-factor-set', {}]]);
  });

  it('when it is reset, then nothing happens', () => {
    expect(when(new ResetSecondFactor({ ...to('bo'), reason: 'Lost' }), { by: 'bo', admin: true })).toEqual(
      [],
    );
  });

  it('when they are locked, then they set none up', () => {
    given({ type: 'user.locked', data: {} });
    expect(when(setUp())).toEqual(['NOT_SIGNED_IN']);
  });
});

describe('given a person with a second factor', () => {
  let factor: number;

  beforeEach(() => {
    when(setUp());
    factor = version();
  });

  it.each(['password', 'first-link'] as const)('when they sign in by %s alone, then it is refused', (by) => {
    expect(signIn(undefined, by)).toEqual(['SECOND_FACTOR_NEEDED']);
  });

  it('when they sign in by a provider, then it is asked where an admin chose so', () => {
    expect(atProvider(true)).toEqual(['SECOND_FACTOR_NEEDED']);
    expect(atProvider(true, { kind: 'code', factor, step: 102 })).toEqual([
      ['user.signed-in', { by: 'provider', secondFactor: 'code', step: 102 }],
    ]);
    expect(atProvider(false)).toEqual([['user.signed-in', { by: 'provider' }]]);
  });

  it('when a program signs in by name and password, then it is refused, with or without a code', () => {
    expect(signIn(undefined, 'program')).toEqual(['PASSWORD_NOT_ENOUGH']);
    expect(signIn({ kind: 'code', factor, step: 101 }, 'program')).toEqual(['PASSWORD_NOT_ENOUGH']);
  });

  it('when an example account is chosen, then nothing is asked', () => {
    expect(signIn(undefined, 'demo')).toEqual([['user.signed-in', { by: 'demo' }]]);
  });

  it('when a code is given, then it counts once, and no earlier one counts after it', () => {
    const code = (step: number) => signIn({ kind: 'code', factor, step });
    expect(code(102)).toEqual([['user.signed-in', { by: 'password', secondFactor: 'code', step: 102 }]]);
    expect([code(102), code(101)]).toEqual([['SECOND_FACTOR_WRONG'], ['SECOND_FACTOR_WRONG']]);
    expect(code(103)).toHaveLength(1);
  });

  it('when the code that confirmed the set-up comes again, then it is refused', () => {
    expect(signIn({ kind: 'code', factor, step: 100 })).toEqual(['SECOND_FACTOR_WRONG']);
  });

  it('when a code was given to sign, then it signs nobody in', () => {
    const proof = { kind: 'code', factor, step: 105 } as const;
    expect(when(new UseSecondFactor({ ...to(), proof }))).toEqual([
      ['user.second-factor-used', { step: 105 }],
    ]);
    expect(signIn(proof)).toEqual(['SECOND_FACTOR_WRONG']);
    expect(when(new UseSecondFactor({ ...to(), proof }))).toEqual(['SECOND_FACTOR_WRONG']);
  });

  it('when a recovery code is given, then it counts once', () => {
    const proof = { kind: 'recovery code', factor, digest: 'digest-4' } as const;
    expect(signIn(proof)).toEqual([
      ['user.recovery-code-used', { code: 4 }],
      ['user.signed-in', { by: 'password', secondFactor: 'recovery code' }],
    ]);
    expect(signIn(proof)).toEqual(['SECOND_FACTOR_WRONG']);
    expect(signIn({ ...proof, digest: 'digest-5' })).toHaveLength(2);
    expect(signIn({ ...proof, digest: 'digest-11' })).toEqual(['SECOND_FACTOR_WRONG']);
  });

  it('when a code of another factor of theirs comes, then it is refused', () => {
    expect(signIn({ kind: 'code', factor: factor - 1, step: 200 })).toEqual(['SECOND_FACTOR_WRONG']);
  });

  it('when they set up another one, then the first has to be turned off', () => {
    expect(when(setUp(200))).toEqual(['BAD_REQUEST']);
    const proof = { kind: 'code', factor, step: 150 } as const;
    expect(when(new ResetSecondFactor({ ...to(), reason: '', proof }))).toEqual([
      ['user.second-factor-used', { step: 150 }],
      ['user.second-factor-reset', {}],
    ]);
    expect(when(setUp(200))).toHaveLength(1);
  });

  it('when an admin resets their own without a code, then it is refused, as their session may be stolen', () => {
    const reset = new ResetSecondFactor({ ...to(), reason: 'Lost' });
    expect(when(reset, { by: 'ada', admin: true })).toEqual(['SECOND_FACTOR_NEEDED']);
  });

  it('when an admin resets it, then a reason is needed, and their sessions end', () => {
    const reset = (reason: string) => new ResetSecondFactor({ ...to('bo'), reason });
    expect(when(reset('Lost'), { by: 'bo' })).toEqual(['NOT_PERMITTED']);
    expect(when(reset(' '), { by: 'bo', admin: true })).toEqual(['REASON_REQUIRED']);
    expect(decide(reset('Lost'), { by: 'bo', admin: true })).toEqual([
      { type: 'user.second-factor-reset', data: {}, metadata: { reason: 'Lost' } },
    ]);
    when(reset('Lost'), { by: 'bo', admin: true });
    expect(state).toMatchObject({ secondFactor: undefined, over: { endedUpTo: version() } });
  });

  it('when a wrong code was given, then it is a failed sign-in, and the sixth has to wait', () => {
    const wrong = () => when(new RecordFailedSignIn({ ...to('system'), by: 'code', from: 'here' }));
    for (let nth = 1; nth <= 5; nth++)
      expect(wrong()).toEqual([['user.sign-in-failed', { by: 'code', from: 'here' }]]);
    expect(wrong()).toEqual(['TOO_MANY_ATTEMPTS']);
  });

  it('when they are locked, then no code signs them in', () => {
    given({ type: 'user.locked', data: {} });
    expect(signIn({ kind: 'code', factor, step: 200 })).toEqual(['ACCOUNT_LOCKED']);
  });

  describe('and a browser that is remembered', () => {
    let since: number;
    const remembered = () => signIn({ kind: 'remembered browser', factor, since });

    beforeEach(() => {
      signIn({ kind: 'code', factor, step: 110 });
      since = version();
    });

    it('when they sign in there, then no code is asked', () => {
      expect(remembered()).toEqual([
        ['user.signed-in', { by: 'password', secondFactor: 'remembered browser' }],
      ]);
    });

    it.each<[string, UserEvent]>([
      ['all sessions were ended', { type: 'user.sessions-ended', data: { except: null } }],
      ['another password was set', { type: 'user.password-set', data: { hash: 'other' } }],
      ['the account was locked', { type: 'user.locked', data: {} }],
    ])('when %s, then a code is asked again', (_what, event) => {
      given(event, { type: 'user.unlocked', data: {} });
      expect(remembered()).toEqual(['SECOND_FACTOR_NEEDED']);
    });

    it('when all other sessions are ended, then the browser of this one stays remembered', () => {
      given({ type: 'user.sessions-ended', data: { except: since } });
      expect(remembered()).toHaveLength(1);
    });

    it('when they sign out, then the browser stays remembered', () => {
      given({ type: 'user.signed-out', data: { session: since } });
      expect(remembered()).toHaveLength(1);
    });
  });
});

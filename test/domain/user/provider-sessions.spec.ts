import { describe, expect, it } from '@jest/globals';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import {
  EndProviderSessions,
  IssueLink,
  RecordSignIn,
  UnlinkIdentity,
  type UserCommand,
} from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const context = { actor: 'ada', commandId: 'command-1' };
const AT = '2026-11-20T10:00:00.000Z';

type Dated = UserEvent | { readonly event: UserEvent; readonly at: string };

const fold = (...events: readonly Dated[]): UserState =>
  events.reduce<UserState>((state, dated) => {
    const { event, at } = 'event' in dated ? dated : { event: dated, at: AT };
    return evolveUser(state, { ...event, metadata: { actor: 'ada', recordedAt: at } });
  }, NOT_REGISTERED);

const REGISTERED: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const NAMED: UserEvent = {
  type: 'user.registered',
  data: { name: 'Ada', signInName: 'ada', signInDigest: 'd', demo: false },
};
const PASSWORD: UserEvent = { type: 'user.password-set', data: { hash: 'hash' } };
const linked = (identity: string): UserEvent => ({
  type: 'user.identity-linked',
  data: { identity, issuer: `https://${identity}.example.org`, subject: 's' },
});
const signedIn = (identity?: string): UserEvent => ({
  type: 'user.signed-in',
  data: { by: 'provider', ...(identity !== undefined && { identity }) },
});
const byPassword: UserEvent = { type: 'user.signed-in', data: { by: 'password' } };
const out = (session: number): UserEvent => ({ type: 'user.signed-out', data: { session } });
const UNLINKED: UserEvent = { type: 'user.identity-unlinked', data: { identity: 'a1' } };

const decide = (state: UserState, command: UserCommand, operator = { id: 'root', admin: true }) => {
  try {
    return decideUser(state, command, { operator });
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
};
const unlink = (except?: number) =>
  new UnlinkIdentity({
    id: 'ada',
    identity: 'a1',
    waysIn: { hasPasswords: true, issuers: [] },
    ...(except !== undefined && { except }),
    context,
  });
const OWN = { id: 'ada', admin: false };

describe('a sign-out at a provider', () => {
  const issuedAt = '2026-11-20T11:00:00.000Z';
  const inSession = (identity: string, providerSession: string): UserEvent => ({
    type: 'user.signed-in',
    data: { by: 'provider', identity, providerSession },
  });
  const end = (ended: { readonly identity?: string; readonly providerSession: string }) =>
    new EndProviderSessions({ id: 'ada', issuedAt, ...ended, context });
  const state = fold(REGISTERED, linked('a1'), inSession('a1', 's1'), signedIn('a1'), inSession('a1', 's2'));

  it('of a session alone ends those that began by it, and none of which nothing is known', () => {
    expect(decide(state, end({ providerSession: 's1' }))).toEqual([
      { type: 'user.signed-out', data: { session: 3, providerSession: 's1', issuedAt } },
    ]);
  });

  it('of subject and session also ends those of which the provider stated no session', () => {
    expect(decide(state, end({ identity: 'a1', providerSession: 's1' }))).toEqual([
      out(3),
      { type: 'user.signed-out', data: { session: 4, identity: 'a1', providerSession: 's1', issuedAt } },
    ]);
  });

  it('is recorded where no session had begun, as a sign-in may be under way', () => {
    const recorded = decide(fold(REGISTERED, linked('a1')), end({ identity: 'a1', providerSession: 's1' }));
    expect(recorded).toEqual([
      { type: 'user.signed-out', data: { session: 0, identity: 'a1', providerSession: 's1', issuedAt } },
    ]);
  });
});

describe('unlinking an account at a provider', () => {
  it('ends the sessions begun by it, and leaves others', () => {
    // Given sessions 4 and 6 by the account, 5 by a password, 7 by another account
    const state = fold(
      REGISTERED,
      linked('a1'),
      linked('b2'),
      signedIn('a1'),
      byPassword,
      signedIn('a1'),
      signedIn('b2'),
    );
    expect(decide(state, unlink())).toEqual([UNLINKED, out(4), out(6)]);
  });

  it('ends sessions of which it is unknown by which account they began', () => {
    expect(decide(fold(REGISTERED, linked('a1'), signedIn()), unlink())).toEqual([UNLINKED, out(3)]);
  });

  it('names no session that has ended before, or is too old to be open', () => {
    const old = { event: signedIn('a1'), at: '2026-11-18T10:00:00.000Z' };
    const state = fold(REGISTERED, linked('a1'), old, signedIn('a1'), out(4), signedIn('a1'));
    expect(decide(state, unlink())).toEqual([UNLINKED, out(6)]);
  });

  it('lets the session of a person who unlinks their own go on, but none for an admin', () => {
    const state = fold(NAMED, PASSWORD, linked('a1'), signedIn('a1'), signedIn('a1'));
    expect(decide(state, unlink(5), OWN)).toEqual([UNLINKED, out(4)]);
    expect(decide(state, unlink(5))).toEqual([UNLINKED, out(4), out(5)]);
  });

  it('lets an admin, not the person, take the last way in away', () => {
    const state = fold(REGISTERED, linked('a1'));
    expect(decide(state, unlink(), OWN)).toEqual(['BAD_REQUEST']);
    expect(decide(state, unlink())).toEqual([UNLINKED]);
  });

  it('leaves a one-time link as the way in for a person without a sign-in name', () => {
    const link = { digest: 'd', until: '2026-11-21T10:00:00.000Z' };
    const issue = new IssueLink({ id: 'ada', link, context });
    const issued = { type: 'user.link-issued', data: link };
    expect(decide(fold(REGISTERED, linked('a1'), UNLINKED), issue)).toEqual([issued]);
    expect(decide(fold(REGISTERED), issue)).toEqual(['BAD_REQUEST']);
  });

  it('is refused to others, and for an account that is not linked', () => {
    const state = fold(REGISTERED, linked('b2'));
    expect(decide(state, unlink(), { id: 'eve', admin: false })).toEqual(['NOT_PERMITTED']);
    expect(decide(state, unlink())).toEqual(['NOT_FOUND']);
  });
});

describe('signing in by an account at a provider', () => {
  const signIn = new RecordSignIn({ id: 'ada', by: 'provider', identity: 'a1', context });

  it('records by which account it was', () => {
    expect(decide(fold(REGISTERED, linked('a1')), signIn, OWN)).toEqual([signedIn('a1')]);
  });

  it('is refused if an admin unlinked the account meanwhile', () => {
    expect(decide(fold(REGISTERED, linked('a1'), UNLINKED), signIn, OWN)).toEqual(['NOT_FOUND']);
  });
});

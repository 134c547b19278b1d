import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Refused } from '#domain/refusal.js';
import { decideUser } from '#domain/user/decide-user.js';
import { changeProviderRoles, rolesOfGroups } from '#domain/user/provider-roles.js';
import { FollowProviderGroups, GrantRole, LinkIdentity, UnlinkIdentity } from '#domain/user/user-commands.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { evolveUser, NOT_REGISTERED, type UserState } from '#domain/user/user-state.js';

const ISSUER = 'https://login.example.org';
const context = { actor: 'ada', commandId: 'command-1' };
const metadata = { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z' };
const fold = (...events: readonly UserEvent[]): UserState =>
  events.reduce<UserState>((state, event) => evolveUser(state, { ...event, metadata }), NOT_REGISTERED);

const REGISTERED: UserEvent = { type: 'user.registered', data: { name: 'Ada', demo: false } };
const linked = (identity = 'a1', issuer = ISSUER): UserEvent => ({
  type: 'user.identity-linked',
  data: { identity, issuer, subject: 's' },
});
const BUYER = { application: 'shop', role: 'buyer' };
const CLERK = { application: 'shop', role: 'clerk' };
const byHand = (role: typeof BUYER): UserEvent => ({ type: 'user.role-granted', data: role });
const byGroup = (role: typeof BUYER, provider = ISSUER): UserEvent => ({
  type: 'user.role-granted',
  data: { ...role, provider },
});
const groups = (...listed: readonly string[]): UserEvent => ({
  type: 'user.identity-groups-received',
  data: { identity: 'a1', groups: listed },
});

const decide = (state: UserState, command: UserCommand, operator = { id: 'ada', admin: false }) => {
  try {
    return decideUser(state, command, { operator });
  } catch (error) {
    if (error instanceof Refused) return error.reasons.map(({ code }) => code);
    throw error;
  }
};
const follow = (roles: readonly (typeof BUYER)[], stated: readonly string[] = []) =>
  new FollowProviderGroups({ id: 'ada', identity: 'a1', groups: stated, roles, context });
const link = new LinkIdentity({ id: 'ada', identity: 'a1', issuer: ISSUER, subject: 's', context });
const WAYS_IN = { hasPasswords: true, issuers: [ISSUER, 'https://other.example.org'] };
const unlinkWhere = (waysIn: Partial<typeof WAYS_IN>) =>
  new UnlinkIdentity({ id: 'ada', identity: 'a1', waysIn: { ...WAYS_IN, ...waysIn }, context });
const unlink = unlinkWhere({});

describe('following the groups that a provider states', () => {
  it('gives what is not held, once, and says by which provider', () => {
    expect(decide(fold(REGISTERED, linked()), follow([BUYER, BUYER], ['x']))).toEqual([
      groups('x'),
      byGroup(BUYER),
    ]);
    expect(decide(fold(REGISTERED, linked(), groups('x'), byGroup(BUYER)), follow([BUYER], ['x']))).toEqual(
      [],
    );
  });

  it('takes what it gave and gives no more, and leaves what was given by hand', () => {
    const held = fold(REGISTERED, linked(), byGroup(BUYER), byHand(CLERK));
    expect(decide(held, follow([]))).toEqual([
      { type: 'user.role-revoked', data: { ...BUYER, provider: ISSUER } },
    ]);
  });

  it('leaves what another provider gave', () => {
    const held = fold(REGISTERED, linked(), byGroup(BUYER, 'https://other.example.org'));
    expect(decide(held, follow([]))).toEqual([]);
  });

  it('leaves what an admin gave after the groups had', () => {
    const given = fold(REGISTERED, linked(), byGroup(BUYER));
    const grant = new GrantRole({ id: 'ada', ...BUYER, context });
    const written = decide(given, grant, { id: 'root', admin: true }) as readonly UserEvent[];
    expect(written).toEqual([byHand(BUYER)]);
    expect(decide(fold(REGISTERED, linked(), byGroup(BUYER), ...written), follow([]))).toEqual([]);
  });

  it('takes a role that a new version renamed', () => {
    const renamed: UserEvent = {
      type: 'user.roles-renamed',
      data: { application: 'shop', version: 2, roles: { buyer: 'purchaser' }, deputations: [] },
    };
    expect(decide(fold(REGISTERED, linked(), byGroup(BUYER), renamed), follow([]))).toEqual([
      { type: 'user.role-revoked', data: { application: 'shop', role: 'purchaser', provider: ISSUER } },
    ]);
  });

  it('is refused for an account that is locked, or not linked', () => {
    expect(decide(fold(REGISTERED, linked(), { type: 'user.locked', data: {} }), follow([]))).toEqual([
      'ACCOUNT_LOCKED',
    ]);
    expect(decide(fold(REGISTERED), follow([]))).toEqual(['NOT_FOUND']);
  });
});

describe('two providers that give the same role', () => {
  const OTHER = 'https://other.example.org';
  const followOther = (roles: readonly (typeof BUYER)[]) =>
    new FollowProviderGroups({ id: 'ada', identity: 'a2', groups: [], roles, context });
  const both = fold(REGISTERED, linked(), linked('a2', OTHER));
  const apply = (state: UserState, command: UserCommand): UserState =>
    decideUser(state, command, { operator: { id: 'ada', admin: false } }).reduce<UserState>(
      (folded, event) => evolveUser(folded, { ...event, metadata }),
      state,
    );
  const rolesOf = (state: UserState) => (state.status === 'registered' ? (state.roles['shop'] ?? []) : []);

  it('leave it to the person when one of them takes it away, until the other does', () => {
    const given = [follow([BUYER]), followOther([BUYER])].reduce(apply, both);
    const byOther = apply(given, follow([]));
    expect([rolesOf(given), rolesOf(byOther), rolesOf(apply(byOther, followOther([])))]).toEqual([
      ['buyer'],
      ['buyer'],
      [],
    ]);
  });

  it('leave it when the account at one of them is unlinked', () => {
    const given = [follow([BUYER]), followOther([BUYER])].reduce(apply, both);
    expect(rolesOf(apply(given, unlink))).toEqual(['buyer']);
    expect(rolesOf(apply(apply(given, unlink), followOther([])))).toEqual([]);
  });

  it('give what either of them, or an admin, gives, in whichever order', () => {
    const role = fc.constantFrom(BUYER, CLERK);
    const steps = fc.array(
      fc.oneof(
        fc.record({ by: fc.constantFrom('one', 'other'), roles: fc.uniqueArray(role) }),
        fc.record({ by: fc.constant('admin'), roles: fc.tuple(role) }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(steps, (taken) => {
        let state = both;
        const given = new Map<string, readonly (typeof BUYER)[]>();
        const byHand = new Set<string>();
        for (const { by, roles } of taken) {
          if (by === 'admin') {
            byHand.add(roles[0]!.role);
            state = decideUser(state, new GrantRole({ id: 'ada', ...roles[0]!, context }), {
              operator: { id: 'root', admin: true },
            }).reduce<UserState>((folded, event) => evolveUser(folded, { ...event, metadata }), state);
          } else {
            given.set(by, roles);
            state = apply(state, by === 'one' ? follow(roles) : followOther(roles));
          }
        }
        const expected = new Set([...byHand, ...[...given.values()].flat().map((each) => each.role)]);
        expect([...rolesOf(state)].sort()).toEqual([...expected].sort());
      }),
    );
  });
});

describe('linking and unlinking', () => {
  it('links once, and for oneself only, admins included', () => {
    expect(decide(fold(REGISTERED), link)).toEqual([linked()]);
    expect(decide(fold(REGISTERED, linked()), link)).toEqual([]);
    expect(decide(fold(REGISTERED), link, { id: 'root', admin: true })).toEqual(['NOT_PERMITTED']);
  });

  it('refuses to take one’s own last way in; an admin may', () => {
    expect(decide(fold(REGISTERED, linked()), unlink)).toEqual(['BAD_REQUEST']);
    const unlinked = { type: 'user.identity-unlinked', data: { identity: 'a1' } };
    expect(decide(fold(REGISTERED, linked()), unlink, { id: 'root', admin: true })).toEqual([unlinked]);
    expect(decide(fold(REGISTERED, linked(), linked('a2')), unlink)).toEqual([unlinked]);
    expect(decide(fold(REGISTERED, linked()), unlink, { id: 'bo', admin: false })).toEqual(['NOT_PERMITTED']);
  });

  it('counts a password as a way in only where passwords sign in, and with a sign-in name', () => {
    const named: UserEvent = {
      type: 'user.registered',
      data: { name: 'Ada', demo: false, signInName: 'ada', signInDigest: 'd' },
    };
    const password: UserEvent = { type: 'user.password-set', data: { hash: 'h' } };
    const unlinked = { type: 'user.identity-unlinked', data: { identity: 'a1' } };
    expect(decide(fold(named, password, linked()), unlink)).toEqual([unlinked]);
    expect(decide(fold(named, password, linked()), unlinkWhere({ hasPasswords: false }))).toEqual([
      'BAD_REQUEST',
    ]);
    expect(decide(fold(REGISTERED, password, linked()), unlink)).toEqual(['BAD_REQUEST']);
  });

  it('counts another account as a way in only where its provider is set up, however it is written', () => {
    const other = linked('a2', 'https://other.example.org');
    const state = fold(REGISTERED, linked(), other);
    expect(decide(state, unlinkWhere({ issuers: [ISSUER] }))).toEqual(['BAD_REQUEST']);
    expect(decide(state, unlinkWhere({ issuers: ['https://other.example.org/'] }))).toHaveLength(1);
  });

  it('takes the roles that the provider gave, unless another account there is linked', () => {
    const other = linked('a2', 'https://other.example.org');
    expect(decide(fold(REGISTERED, linked(), other, byGroup(BUYER), byHand(CLERK)), unlink)).toEqual([
      { type: 'user.identity-unlinked', data: { identity: 'a1' } },
      { type: 'user.role-revoked', data: { ...BUYER, provider: ISSUER } },
    ]);
    expect(decide(fold(REGISTERED, linked(), linked('a2'), byGroup(BUYER)), unlink)).toHaveLength(1);
  });
});

describe('the table of roles by groups', () => {
  const row = { provider: 'work', group: 'buyers', ...BUYER };

  it('gives a role where provider and group are those of a row, to the letter', () => {
    const rows = [row, { ...row, provider: 'other', role: 'clerk' }];
    expect(rolesOfGroups(rows, 'work', ['buyers', 'x'])).toEqual([BUYER]);
    expect(rolesOfGroups(rows, 'work', ['Buyers', 'buyers '])).toEqual([]);
  });

  it('is changed as a whole, each row once, and not by one who saw another version', () => {
    const empty = { rows: [], version: 0 };
    const changed = [{ type: 'provider-roles.changed', data: { rows: [row] } }];
    expect(changeProviderRoles(empty, { rows: [row, row], base: 0 })).toEqual(changed);
    expect(changeProviderRoles({ rows: [row], version: 1 }, { rows: [row], base: 1 })).toEqual([]);
    expect(() => changeProviderRoles({ rows: [row], version: 1 }, { rows: [], base: 0 })).toThrow(Refused);
    expect(() => changeProviderRoles(empty, { rows: [{ ...row, group: ' ' }], base: 0 })).toThrow(Refused);
  });
});

// Admins who lock each other concurrently, in one process and in two: one remains.
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { claimUniqueValue } from '#command-handling/claims/unique-value-claims.js';
import { runWithCommandDeadline } from '#command-handling/pipeline/command-deadline.js';
import { readUser } from '#command-handling/pipeline/acting-person.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import { ErasePerson, LockPerson, RegisterUser, RevokeRole } from '#domain/user/user-commands.js';
import { getRoles } from '#domain/user/user-state.js';
import { context } from '../commands.js';
import { codesOf, writing, type Writing } from '../writing.js';
import { numRuns } from '#test/property-runs.js';

const ADMIN = { application: '-', role: 'admin' };
const WAYS = {
  locked: (id: string, by: string) => new LockPerson({ id, reason: 'Left', context: context(by) }),
  demoted: (id: string, by: string) => new RevokeRole({ id, ...ADMIN, context: context(by) }),
  erased: (id: string, by: string) => new ErasePerson({ id, reason: 'Asked', context: context(by) }),
};
type Way = keyof typeof WAYS;
const ALL = Object.keys(WAYS) as Way[];
const PAIRS = ALL.flatMap((one) => ALL.map((other) => [one, other] as const));

let here: Writing;

beforeEach(async () => {
  here = writing();
  for (const id of ['ada', 'bea', 'cy'])
    await here.bus.execute(
      new RegisterUser({ id, name: id, roles: id === 'cy' ? [] : [ADMIN], context: context('system') }),
    );
});

async function isAdmin(id: string): Promise<boolean> {
  const state = await readUser(here.ports, id);
  return state.status === 'registered' && !state.locked && getRoles(state, '-').includes('admin');
}
const admins = async () => [await isAdmin('ada'), await isAdmin('bea')].filter(Boolean).length;
const settle = async (commands: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(commands)).map((each) =>
    each.status === 'fulfilled' ? 'done' : each.reason instanceof Refused ? 'refused' : String(each.reason),
  );

describe('two admins who take each other away at the same moment', () => {
  it.each(PAIRS)(
    'one is %s, the other would be %s: one command is refused, in one process',
    async (one, other) => {
      const done = await settle([
        here.bus.execute(WAYS[one]('bea', 'ada')),
        here.bus.execute(WAYS[other]('ada', 'bea')),
      ]);
      expect([done.sort(), await admins()]).toEqual([['done', 'refused'], 1]);
    },
  );

  it.each(PAIRS)(
    'one is %s, the other would be %s: one command is refused, in two processes',
    async (one, other) => {
      const elsewhere = here.another().bus;
      const done = await settle([
        here.bus.execute(WAYS[one]('bea', 'ada')),
        elsewhere.execute(WAYS[other]('ada', 'bea')),
      ]);
      expect([done.sort(), await admins()]).toEqual([['done', 'refused'], 1]);
    },
  );
});

describe('three admins, each of whom takes the next away at the same moment, in three processes', () => {
  const way = fc.constantFrom(...ALL);
  const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });

  it('one of them remains', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(way, way, way), order, async (ways, starts) => {
        const ids = [uuid(), uuid(), uuid()];
        for (const id of ids)
          await here.bus.execute(
            new RegisterUser({ id, name: id, roles: [ADMIN], context: context('system') }),
          );
        const buses = [here.bus, ...[1, 2].map(() => here.another().bus)];
        const done = await settle(
          starts.map((at) => buses[at]!.execute(WAYS[ways[at]!](ids[(at + 1) % 3]!, ids[at]!))),
        );
        expect(done).toContain('done');
        const left = await Promise.all(ids.map(isAdmin));
        expect(left).toContain(true);
      }),
      { numRuns: numRuns(12) },
    );
  }, 60_000);
});

describe('an admin', () => {
  it.each(ALL)('is not %s by themselves', async (way) => {
    expect(await codesOf(here.bus.execute(WAYS[way]('ada', 'ada')))).toEqual(['BAD_REQUEST']);
    expect(await isAdmin('ada')).toBe(true);
  });

  it('who is locked locks nobody, whoever that is', async () => {
    await here.bus.execute(WAYS.locked('ada', 'bea'));
    expect(await codesOf(here.bus.execute(WAYS.locked('cy', 'ada')))).toEqual(['NOT_SIGNED_IN']);
  });

  /** A process killed while one admin locks another. */
  const leaveBegun = async (actor: string, person: string) => {
    const claim = { stream: streams.admins(), field: person, record: uuid(), isHeldBy: async () => false };
    await claimUniqueValue(here.ports, claim, { context: context(actor), recordedAt: here.now });
  };
  const soon = <T>(work: () => Promise<T>) => runWithCommandDeadline(work, 200);

  it('locks people at once after a process died while they did the same', async () => {
    await leaveBegun('ada', 'bea');
    await soon(async () => here.bus.execute(WAYS.locked('cy', 'ada')));
    await soon(async () => here.bus.execute(WAYS.locked('bea', 'ada')));
    expect(await admins()).toBe(1);
  });

  it('whom a process was about to lock when it died is told how long that is not certain, and goes on then', async () => {
    await leaveBegun('ada', 'bea');
    here.now = new Date(Date.parse(here.now) + 4_500).toISOString();
    const refused = soon(async () => here.bus.execute(WAYS.locked('ada', 'bea')));
    await expect(refused).rejects.toMatchObject({
      reasons: [{ code: 'ADMIN_CHANGING', kind: 'unavailable', remedy: 'Wait 5 seconds and try again.' }],
    });
    here.now = new Date(Date.parse(here.now) + 5_500).toISOString();
    await soon(async () => here.bus.execute(WAYS.locked('ada', 'bea')));
    expect(await admins()).toBe(1);
  });

  it('locks people within ten seconds after a process of an earlier version died while it did the same', async () => {
    await leaveBegun('bea', 'admins');
    here.now = new Date(Date.parse(here.now) + 10_000).toISOString();
    await here.bus.execute(WAYS.locked('bea', 'ada'));
    expect(await admins()).toBe(1);
  });

  it('of whom only one is left is locked on the command line, which needs no admin to unlock', async () => {
    await here.bus.execute(WAYS.locked('bea', 'ada'));
    await here.bus.execute(WAYS.locked('ada', 'system'));
    expect(await admins()).toBe(0);
  });
});

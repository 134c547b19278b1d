import { afterEach, describe, expect, it } from '@jest/globals';
import type { BackgroundWorker } from '#background/background-worker.js';
import { OutboxRelay, type RelayDependencies } from '#outbox/outbox-relay.js';
import { HealthIssues } from '#platform/health-issues.js';
import type { CallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { nothingStuck, workerUnderLease } from '../nothing-stuck.js';

const call = {
  id: 'one',
  application: 'shop',
  call: 'order',
  due: '2026-11-20T10:00:00.000Z',
} as WaitingCall;
let relay: BackgroundWorker;
let asked: ((due: readonly WaitingCall[]) => void)[];
/** Excluded names per query. */
let leftOut: (readonly (string | undefined)[])[];
afterEach(async () => {
  const stopped = relay.stop();
  for (const answer of asked) answer([]);
  await stopped;
});

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** The test answers queries for due calls. */
async function relaying(
  deliver: RelayDependencies['deliver'],
  {
    waitFor = async () => true,
    isHeld = true,
  }: { readonly waitFor?: RelayDependencies['waitFor']; readonly isHeld?: boolean } = {},
) {
  asked = [];
  leftOut = [];
  const waiting = {
    findDue: async (_now: string, _most: number, without: readonly { readonly call?: string }[]) => {
      leftOut.push(without.map((each) => each.call));
      return new Promise<readonly WaitingCall[]>((resolve) => asked.push(resolve));
    },
    findNextDue: async () => undefined,
  } as unknown as CallsReadModel;
  const work = new OutboxRelay({
    stuck: nothingStuck,
    waiting: () => waiting,
    suppressOnce: async () => {},
    release: async () => {},
    deliver,
    waitFor,
    clock: () => '2026-11-20T10:00:00.000Z',
  });
  relay = await workerUnderLease(work, new HealthIssues(), isHeld);
}

describe('the outbox relay', () => {
  it('does not begin one again that ended while it asked what is due', async () => {
    let ended = () => {};
    let begun = 0;
    await relaying(async () => {
      begun += 1;
      await new Promise<void>((resolve) => (ended = resolve));
      return { position: 7 };
    });
    await turns();
    asked.shift()!([call]);
    await turns();
    relay.wake();
    await turns();
    ended();
    await turns();
    // The answer as of the query.
    asked.shift()!([call]);
    await turns();
    expect(begun).toBe(1);
  });

  it.each([
    ['has seen it', async () => true],
    ['has not seen it in time', async () => false],
    ['cannot say', async () => Promise.reject(new Error('away'))],
  ])('looks at a call again once the read model %s', async (_, waitFor) => {
    let begun = 0;
    await relaying(
      async () => {
        begun += 1;
        return { position: 7 };
      },
      { waitFor },
    );
    for (const nth of [1, 2]) {
      relay.wake();
      await turns();
      for (const answer of asked.splice(0)) answer([call]);
      await turns();
      expect(begun).toBeGreaterThanOrEqual(nth);
    }
  });

  it('asks for nothing where another process holds the lease', async () => {
    await relaying(async () => ({}), { isHeld: false });
    relay.wake();
    await turns();
    expect(asked).toEqual([]);
  });

  it('makes a call again that could not be made, after a second', async () => {
    let begun = 0;
    await relaying(async () => {
      begun += 1;
      if (begun === 1) throw new Error('away');
      return {};
    });
    await turns();
    asked.shift()!([call]);
    await until(() => leftOut.some((names) => names.includes('order')));
    await until(() => leftOut.at(-1)!.length === 0);
    relay.wake();
    await turns();
    for (const answer of asked.splice(0)) answer([call]);
    await turns();
    expect(begun).toBe(2);
  });

  it('leaves out calls of a name that was postponed, until the time is over', async () => {
    // Milliseconds: longer than a busy machine takes to ask again.
    await relaying(async () => ({ postponed: 500 }));
    await turns();
    asked.shift()!([call]);
    await until(() => leftOut.some((names) => names.includes('order')));
    await until(() => leftOut.at(-1)!.length === 0);
    expect(leftOut[0]).toEqual([]);
  });
});

/** Answers that nothing is due meanwhile. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    relay.wake();
    await turns();
    for (const answer of asked.splice(0)) answer([]);
  }
}

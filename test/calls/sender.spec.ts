import { afterEach, describe, expect, it } from '@jest/globals';
import { Sender, type SenderParts } from '#outbox/outbox-relay.js';
import { HealthIssues } from '#platform/health-issues.js';
import type { CallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { nothingStuck } from '../nothing-stuck.js';

const call = {
  id: 'one',
  application: 'shop',
  call: 'order',
  due: '2026-11-20T10:00:00.000Z',
} as WaitingCall;
let sender: Sender;
let asked: ((due: readonly WaitingCall[]) => void)[];
/** Names that each question left out. */
let leftOut: (readonly (string | undefined)[])[];
afterEach(async () => {
  const stopped = sender.stop();
  for (const answer of asked) answer([]);
  await stopped;
});

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** What is due is answered when the test says so. */
function sending(
  deliver: SenderParts['deliver'],
  {
    healthIssues: troubles = new HealthIssues(),
    seen = async () => true,
  }: Partial<Pick<SenderParts, 'healthIssues' | 'seen'>> = {},
) {
  asked = [];
  leftOut = [];
  const waiting = {
    due: async (_now: string, _most: number, without: readonly { readonly call?: string }[]) => {
      leftOut.push(without.map((each) => each.call));
      return new Promise<readonly WaitingCall[]>((resolve) => asked.push(resolve));
    },
    nextDue: async () => undefined,
  } as unknown as CallsReadModel;
  sender = new Sender({
    stuck: nothingStuck,
    waiting: () => waiting,
    lease: { token: 1, mayWrite: async () => true },
    deliver,
    seen,
    clock: () => '2026-11-20T10:00:00.000Z',
    healthIssues: troubles,
  });
}

describe('what makes calls', () => {
  it('does not begin one again that ended while it asked what is due', async () => {
    let ended = () => {};
    let begun = 0;
    sending(async () => {
      begun += 1;
      await new Promise<void>((resolve) => (ended = resolve));
      return { position: 7 };
    });
    sender.wake();
    await turns();
    asked.shift()!([call]);
    await turns();
    sender.wake();
    await turns();
    ended();
    await turns();
    // As it was before: it was asked for then.
    asked.shift()!([call]);
    await turns();
    expect(begun).toBe(1);
  });

  it.each([
    ['has seen it', async () => true],
    ['has not seen it in time', async () => false],
    ['cannot say', async () => Promise.reject(new Error('away'))],
  ])('looks at a call again once the read model %s', async (_, seen) => {
    let begun = 0;
    sending(
      async () => {
        begun += 1;
        return { position: 7 };
      },
      { seen },
    );
    for (const nth of [1, 2]) {
      sender.wake();
      await turns();
      for (const answer of asked.splice(0)) answer([call]);
      await turns();
      expect(begun).toBeGreaterThanOrEqual(nth);
    }
  });

  it('asks for nothing where another process holds the lease', async () => {
    sending(async () => ({}));
    Object.assign((sender as unknown as { parts: { lease: object } }).parts.lease, { token: undefined });
    sender.wake();
    await turns();
    expect(asked).toEqual([]);
  });

  it('makes a call again that could not be made, after a second', async () => {
    let begun = 0;
    sending(async () => {
      begun += 1;
      if (begun === 1) throw new Error('away');
      return {};
    });
    sender.wake();
    await turns();
    asked.shift()!([call]);
    await until(() => leftOut.some((names) => names.includes('order')));
    await until(() => leftOut.at(-1)!.length === 0);
    sender.wake();
    await turns();
    for (const answer of asked.splice(0)) answer([call]);
    await turns();
    expect(begun).toBe(2);
  });

  it('leaves out calls of a name that was postponed, until the time is over', async () => {
    sending(async () => ({ postponed: 1 }));
    sender.wake();
    await turns();
    asked.shift()!([call]);
    await until(() => leftOut.some((names) => names.includes('order')));
    await until(() => leftOut.at(-1)!.length === 0);
    expect(leftOut[0]).toEqual([]);
  });
});

/** Answers that nothing is due, until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    sender.wake();
    await turns();
    for (const answer of asked.splice(0)) answer([]);
  }
}

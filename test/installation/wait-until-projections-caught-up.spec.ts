// How long commands of the command line wait for read models before and after their work.
import { describe, expect, it } from '@jest/globals';
import type { Installation } from '#installation/installation.js';
import { waitUntilProjectionsCaughtUp } from '#installation/wait-until-projections-caught-up.js';

interface Health {
  readonly projection: string;
  readonly state: string;
  readonly loopAlive: boolean;
}

/** Read models of which those in `arriving` reach the end of the log. Returns the names that were waited for, each time. */
async function namesWaitedFor(healths: readonly Health[], arriving: readonly string[]) {
  const waits: (readonly string[])[] = [];
  const installation = {
    store: { head: async () => 7 },
    projections: {
      health: async () => healths.map((health) => ({ ...health, position: 5, role: 'following' })),
      waitFor: async (_position: number, _timeout: number, names: readonly string[]) => {
        waits.push(names);
        return names.every((name) => arriving.includes(name));
      },
    },
  };
  await waitUntilProjectionsCaughtUp(installation as unknown as Installation);
  return waits;
}

const records = { projection: 'records', state: 'active', loopAlive: true };

describe('waiting for read models', () => {
  it.each([
    { state: 'paused', loopAlive: true },
    { state: 'failed', loopAlive: true },
    { state: 'active', loopAlive: false },
  ])('leaves out one that is $state with loopAlive $loopAlive', async (health) => {
    const waits = await namesWaitedFor([records, { projection: 'notices', ...health }], ['records']);
    expect(waits).toEqual([['records']]);
  });

  it('ends where those that should come do not move', async () => {
    expect(await namesWaitedFor([records], [])).toEqual([['records'], ['records']]);
  });
});

// Numbers that stand on every page are counted once for all requests of a person that come together.
import { describe, expect, it } from '@jest/globals';
import { memoizeCountPerPerson } from '#query-handling/memoize-count-per-person.js';
import type { QueryDependencies } from '#query-handling/query-dependencies.js';
import type { Viewer } from '#query-handling/viewer.js';

const NOW = '2026-11-26T10:00:00.000Z';
const SOURCES = {
  readModels: { generation: () => ({ number: 1 }), position: () => 7 },
  specifications: { all: () => Promise.resolve([]) },
  now: () => NOW,
} as unknown as QueryDependencies;
const VIEWER = { id: 'ada', roles: {}, auditor: false } as unknown as Viewer;

/** Counts 1, 2, 3, and so on, once it is let go on. */
function counter(isCalledOff: (turn: number) => boolean) {
  const begun: (() => void)[] = [];
  const count = memoizeCountPerPerson<number>({
    from: [],
    count: () =>
      new Promise((resolve, reject) => {
        const turn = begun.length + 1;
        begun.push(() => (isCalledOff(turn) ? reject(new Error('called off')) : resolve(turn)));
      }),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const goOn = async () => {
    await settled();
    for (const each of begun) each();
    await settled();
  };
  return { ask: () => count({ ...SOURCES }, VIEWER), goOn, begun };
}

describe('given two requests of one person at the same moment', () => {
  it('when both wait for the number, then it is counted once', async () => {
    const { ask, goOn, begun } = counter(() => false);
    const both = [ask(), ask()];
    await goOn();
    expect([await Promise.all(both), begun.length]).toEqual([[1, 1], 1]);
  });

  it('when the page that asked first is left, then the other one still has its number', async () => {
    const { ask, goOn, begun } = counter((turn) => turn === 1);
    const both = Promise.allSettled([ask(), ask(), ask()]);
    await goOn();
    await goOn();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(begun).toHaveLength(2);
  });

  it('when counting fails, then the next request counts anew', async () => {
    const { ask, goOn } = counter((turn) => turn === 1);
    const first = expect(ask()).rejects.toThrow('called off');
    await goOn();
    await first;
    const next = ask();
    await goOn();
    expect(await next).toBe(2);
  });
});

// Waves: cases begin together, and nothing is left running when one of them fails.
import { describe, expect, it } from '@jest/globals';
import { Waves } from '#cli/import/waves.js';

function counting(waves: Waves) {
  const [running, most] = [new Set<number>(), { at: 0 }];
  const add = async (n: number, size = 1, failing = false) =>
    waves.add(size, async () => {
      running.add(n);
      most.at = Math.max(most.at, running.size);
      await Promise.resolve();
      running.delete(n);
      if (failing) throw new Error(`case ${n}`);
    });
  return { running, most, add };
}

describe('a wave', () => {
  it('is dozens at once, and has ended before the next begins', async () => {
    const waves = new Waves();
    const { running, most, add } = counting(waves);
    for (let n = 0; n < 200; n++) await add(n);
    expect([most.at, running.size]).toEqual([64, 0]);
    await waves.run();
    expect([most.at, running.size]).toEqual([64, 0]);
  });

  it('is as few as are large', async () => {
    const { most, add } = counting(new Waves());
    for (let n = 0; n < 20; n++) await add(n, 10e6);
    expect(most.at).toBe(4);
  });

  it('that fails ends first, and then says why', async () => {
    const waves = new Waves();
    const { running, add } = counting(waves);
    for (let n = 0; n < 5; n++) await add(n, 1, n === 2);
    await expect(waves.run()).rejects.toThrow('case 2');
    expect(running.size).toBe(0);
    await waves.run();
  });
});

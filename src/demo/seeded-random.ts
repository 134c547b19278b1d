// Seeded by name, so that the stories are reproducible.
import { createHash } from 'node:crypto';

export interface SeededRandom {
  /** Inclusive. */
  between(least: number, most: number): number;
  /** `percent`: probability. */
  chance(percent: number): boolean;
  pick<T>(things: readonly T[]): T;
}

/** mulberry32 */
export function createSeededRandom(name: string): SeededRandom {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick: (things) => things[between(0, things.length - 1)]!,
  };
}

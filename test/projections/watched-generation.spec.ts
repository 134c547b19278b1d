// Damage found by any query is reported once, before the query fails.
import { describe, expect, it } from '@jest/globals';
import { DamagedGeneration } from '#projections/port/read-model-errors.js';
import type { Generation } from '#projections/port/generation.js';
import { withDamageReports } from '#projections/projector/open-generations.js';

/** Each query with its arguments. */
const QUESTIONS = {
  checkpoint: 0,
  collections: 0,
  reshape: 0,
  snapshot: 0,
  scan: 1,
  blocks: 1,
  get: 2,
  find: 2,
  aggregate: 2,
  texts: 2,
  count: 3,
  write: 3,
  countBy: 4,
};
type Name = keyof typeof QUESTIONS;
const NAMES = Object.keys(QUESTIONS) as Name[];

/** Every query returns or throws the same. */
function generation(answer: () => unknown): Generation {
  const questions = NAMES.map((name) => [
    name,
    name === 'scan' || name === 'blocks'
      ? async function* (...asked: unknown[]) {
          yield ['first', ...asked];
          yield answer();
        }
      : async (...asked: unknown[]) => [answer(), ...asked],
  ]);
  const own = { projection: 'things', number: 3, close: async () => {} };
  return { ...Object.fromEntries(questions), ...own } as unknown as Generation;
}

const failing = (error: Error) =>
  generation(() => {
    throw error;
  });

async function ask(from: Generation, name: Name): Promise<unknown> {
  const asked = (from[name] as (...of: unknown[]) => unknown)(
    ...['a', 'b', 'c', 'd'].slice(0, QUESTIONS[name]),
  );
  if (name !== 'scan' && name !== 'blocks') return asked;
  const all: unknown[] = [];
  for await (const each of asked as AsyncIterable<unknown>) all.push(each);
  return all;
}

describe('given a generation that is watched', () => {
  it.each<Name>(NAMES)('when %s finds it damaged, then that is told, and then thrown', async (name) => {
    const damage = new DamagedGeneration('cut off');
    const order: string[] = [];
    const watched = withDamageReports(failing(damage), async () => void order.push('told'));
    await expect(ask(watched, name).finally(() => order.push('asker'))).rejects.toBe(damage);
    expect(order).toEqual(['told', 'asker']);
    await expect(ask(watched, name)).rejects.toBe(damage);
    expect(order).toEqual(['told', 'asker']);
  });

  it.each<Name>(NAMES)('when %s fails for another reason, then nobody is told', async (name) => {
    const other = new Error('the disk is away');
    const watched = withDamageReports(failing(other), () => Promise.reject(new Error('told')));
    await expect(ask(watched, name)).rejects.toBe(other);
  });

  it.each<Name>(NAMES)(
    'when it cannot be told that %s found it damaged, then that is thrown',
    async (name) => {
      const damage = new DamagedGeneration('cut off');
      const watched = withDamageReports(failing(damage), () => Promise.reject(new Error('nobody hears')));
      await expect(ask(watched, name)).rejects.toBe(damage);
    },
  );

  it.each<Name>(NAMES)('when %s is answered, then as by the generation itself', async (name) => {
    const whole = generation(() => 'answer');
    const watched = withDamageReports(whole, () => Promise.reject(new Error('told')));
    expect(await ask(watched, name)).toEqual(await ask(whole, name));
    expect([watched.projection, watched.number]).toEqual(['things', 3]);
  });
});

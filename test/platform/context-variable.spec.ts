import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createContextVariable } from '#platform/context-variable.js';

describe('a variable of what runs', () => {
  const name = createContextVariable<string>();
  const count = createContextVariable<number>();

  it('given nobody set it, then there is none', () => {
    expect(name.get()).toBeUndefined();
  });

  it('given two pieces of work at once, when they go on later, then each finds its own', async () => {
    const work = async () => {
      const before = name.get();
      await setTimeout(1);
      return [before, name.get()];
    };
    const both = ['Ada', 'Bo'].map((each) => name.run(each, work));
    expect(await Promise.all(both)).toEqual([
      ['Ada', 'Ada'],
      ['Bo', 'Bo'],
    ]);
    expect(name.get()).toBeUndefined();
  });

  it('given another one is set within, then both are there, and what is outside is as it was', () => {
    name.run('Ada', () => {
      expect(count.run(1, () => [name.get(), count.get()])).toEqual(['Ada', 1]);
      expect(name.run('Bo', () => count.run(2, () => name.get()))).toBe('Bo');
      expect([name.get(), count.get()]).toEqual(['Ada', undefined]);
    });
  });
});

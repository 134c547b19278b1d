import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue } from '#web/rendering/fair-queue.js';

const ASKERS = ['ada', 'bert', 'cleo'];
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ add: fc.constantFrom(...ASKERS) }) },
    { weight: 2, arbitrary: fc.constant('next' as const) },
    { weight: 1, arbitrary: fc.record({ withdraw: fc.nat({ max: 40 }) }) },
  ),
  { maxLength: 60 },
);

interface Waiting {
  readonly asker: string;
  readonly item: number;
}

describe('queues', () => {
  it('serve askers in turn', () => {
    const queues = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queues.add('ada', item);
    queues.add('bert', 'b1');
    const served = Array.from({ length: 5 }, () => queues.next());
    expect(served).toEqual(['a1', 'b1', 'a2', 'a3', undefined]);
  });

  it('lose no item, serve those of one asker in their order, and remember nobody whose items are all served or withdrawn', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const queues = new FairQueue<number>();
        let waiting: readonly Waiting[] = [];
        for (const [item, step] of taken.entries()) {
          if (step === 'next') {
            const served = queues.next();
            const oldest = ASKERS.map((asker) => waiting.find((each) => each.asker === asker)?.item);
            expect(waiting.length === 0 ? [undefined] : oldest).toContain(served);
            waiting = waiting.filter((each) => each.item !== served);
          } else if ('add' in step) {
            queues.add(step.add, item);
            waiting = [...waiting, { asker: step.add, item }];
          } else {
            const asker = waiting.find((each) => each.item === step.withdraw)?.asker;
            expect(queues.withdraw(asker ?? 'ada', step.withdraw)).toBe(asker !== undefined);
            waiting = waiting.filter((each) => each.item !== step.withdraw);
          }
          const counts = ASKERS.map((one) => waiting.filter(({ asker }) => asker === one).length);
          expect(ASKERS.map((asker) => queues.sizeOf(asker))).toEqual(counts);
          expect(queues.size).toBe(waiting.length);
          expect(queues.askers).toBe(counts.filter((count) => count > 0).length);
        }
      }),
    );
  });
});

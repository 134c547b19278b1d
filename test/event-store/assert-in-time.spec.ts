import { describe, expect, it } from '@jest/globals';
import { EventStoreUnavailable, assertBeforeDeadline } from '#event-store/event-store.js';

describe('given until when somebody waits', () => {
  it('when that is over, then nothing is begun', () => {
    expect(() => assertBeforeDeadline(performance.now() - 1)).toThrow(EventStoreUnavailable);
    expect(() => assertBeforeDeadline(-Infinity)).toThrow('Nothing was written.');
  });

  it('when there is time, or they wait for ever, then it is', () => {
    expect(() => assertBeforeDeadline(Infinity)).not.toThrow();
    expect(() => assertBeforeDeadline(undefined)).not.toThrow();
  });
});

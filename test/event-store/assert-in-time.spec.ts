// Nothing is begun for somebody who has gone.
import { describe, expect, it } from '@jest/globals';
import { EventStoreUnavailable, mustBeInTime } from '#event-store/event-store.js';

describe('given until when somebody waits', () => {
  it('when that is over, then nothing is begun', () => {
    expect(() => mustBeInTime(performance.now() - 1)).toThrow(EventStoreUnavailable);
    expect(() => mustBeInTime(-Infinity)).toThrow('Nothing was written.');
  });

  it('when there is time, or they wait for ever, then it is', () => {
    expect(() => mustBeInTime(Infinity)).not.toThrow();
    expect(() => mustBeInTime(undefined)).not.toThrow();
  });
});

import { describe, expect, it } from '@jest/globals';
import { callEventTypes } from '#domain/call/call-events.js';
import type { EventVocabulary } from '#domain/event.js';

describe('the sentence about a call whose answer was used or refused', () => {
  const told = (refused: unknown) =>
    callEventTypes['record.call-settled'].describe?.({ call: 'order', refused }, {
      call: () => 'Order',
    } as unknown as EventVocabulary);

  it.each([
    ['it was used', null, 'Order: answer entered'],
    ['it was refused', 'It is late.', 'Order: answer could not be entered: It is late.'],
    ['that is hidden', { hidden: true }, 'Order finished'],
  ])('when %s, then the history says so, and nothing that is not so', (_when, refused, words) => {
    expect(told(refused)).toEqual({ sentence: words });
  });
});

import { describe, expect, it } from '@jest/globals';
import { callEventTypes } from '#domain/call/call-events.js';
import type { EventVocabulary } from '#domain/event.js';

describe('given a call whose answer was used, or refused', () => {
  const told = (refused: unknown) =>
    callEventTypes['record.call-settled'].told?.({ call: 'order', refused }, {} as EventVocabulary);

  it.each([
    ['it was used', null, 'did what follows from the call “order”'],
    ['it was refused', 'It is late.', 'could not do what follows from the call “order”: It is late.'],
    ['that is hidden', { hidden: true }, 'finished the call “order”'],
  ])('when %s, then the history says so, and nothing that is not so', (_when, refused, words) => {
    expect(told(refused)).toBe(words);
  });
});

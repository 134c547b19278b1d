import { describe, expect, it } from '@jest/globals';
import { translatorFor } from '#views/messages/translate.js';
import { formatSince } from '#views/parts/format-since.js';

const [english, german] = [translatorFor('en'), translatorFor('de')];

describe('the words for how long something has been so', () => {
  it.each([
    [1, 'day', 'for 1 day', 'seit 1 Tag'],
    [20, 'day', 'for 20 days', 'seit 20 Tagen'],
    [6, 'month', 'for 6 months', 'seit 6 Monaten'],
    [2, 'year', 'for 2 years', 'seit 2 Jahren'],
    [3, 'hour', 'for 3 hours', 'seit 3 Stunden'],
  ] as const)('of %d %s are “%s” and, in the dative, “%s”', (amount, unit, inEnglish, inGerman) => {
    expect([formatSince({ amount, unit }, english), formatSince({ amount, unit }, german)]).toEqual([
      inEnglish,
      inGerman,
    ]);
  });
});

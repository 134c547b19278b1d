// A person and a month in one search.
import { describe, expect, it } from '@jest/globals';
import { splitMonth } from '#web/home/search-suggestions.js';

const MARCH = { value: '2026-03', title: 'März 2026' };
const FEBRUARY = { value: '2026-02', title: 'Februar 2026' };
const ALL = [MARCH, FEBRUARY, { value: '2026-01', title: 'Januar 2026' }];

describe('a text that is searched for', () => {
  it.each(['März 2026', 'März 2026'.normalize('NFD'), 'MARZ 2026', '2026-03'])(
    'is split into a person and the month where it ends in “%s”',
    (month) => {
      expect(splitMonth(`Ann Able, ${month}`, ALL)).toEqual({ name: 'Ann Able', months: [MARCH] });
    },
  );

  it('is a person alone where it names no month', () => {
    expect(splitMonth('Ann Able', ALL)).toEqual({ name: 'Ann Able', months: [MARCH, FEBRUARY] });
  });
});

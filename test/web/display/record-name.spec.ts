import { describe, expect, it } from '@jest/globals';
import { displayRecordName } from '#web/display/record-name.js';

describe('the name of a record', () => {
  it.each([
    ['its number and its title', { number: 'B-002', title: 'Emma' }, 'B-002 Emma'],
    [
      'the number once, where the title is made with it',
      { number: 'B-002', title: 'B-002: Emma' },
      'B-002: Emma',
    ],
    [
      'both, where the number only looks like a part of the title',
      { number: '1', title: '12 chairs' },
      '1 12 chairs',
    ],
    ['its title, where there is no number', { number: null, title: 'Emma' }, 'Emma'],
    ['its number, where there is no title', { number: 'B-002', title: '' }, 'B-002'],
    ['nothing, where neither may be seen', {}, ''],
  ])('is %s', (_what, record, name) => expect(displayRecordName(record)).toBe(name));
});

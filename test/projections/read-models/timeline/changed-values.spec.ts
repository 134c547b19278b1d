import { describe, expect, it } from '@jest/globals';
import { listChangedValues } from '#projections/read-models/timeline/changed-values.js';

const changed = (data: unknown, type = 'record.changed') => listChangedValues({ type, data });

describe('changed values of an event', () => {
  it('are the fields that a new record is given, with their numbers', () => {
    const fields = {
      name: 'Lamp',
      amount: 480_000,
      none: null,
      lines: [{ item: 'bulb', price: 5 }, { price: 5 }],
    };
    expect(changed({ fields }, 'record.opened')).toEqual([
      { name: 'name' },
      { name: 'amount', value: 480_000 },
      { name: 'lines', value: 5 },
    ]);
  });

  it('are the numbers before and after, also where a change is only proposed', () => {
    const amount = { from: 1, to: 2 };
    const expected = [
      { name: 'amount', value: 1 },
      { name: 'amount', value: 2 },
    ];
    expect(changed({ changes: { amount } })).toEqual(expected);
    expect(changed({ proposed: { amount } }, 'record.approval-given')).toEqual(expected);
  });

  it('leave out what is sealed', () => {
    const sealed = { sealed: { key: 7, box: 'x' } };
    expect(changed({ changes: { salary: { from: null, to: sealed } } })).toEqual([{ name: 'salary' }]);
  });

  it.each([null, 'x', { changes: null }, { changes: { amount: 7 } }, { fields: [1] }])(
    'are none in %j',
    (data) => {
      expect(changed(data)).toEqual([]);
    },
  );

  it('are none of other events', () => {
    expect(changed({ fields: { amount: 1 } }, 'opening.counted')).toEqual([]);
  });
});

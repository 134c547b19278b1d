import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import {
  foldNumbers,
  EMPTY_COUNTER,
  confirmNumbers,
  takeNumber,
  voidNumber,
  type NumberCounter,
} from '#domain/claim/record-numbers.js';
import {
  claimValue,
  evolveValueHolder,
  UNCLAIMED,
  ValueTakenError,
  releaseValue,
  type ValueHolder,
} from '#domain/claim/unique-value.js';

const format = (sequence: number) => `N-${sequence}`;
const AT = '2026-11-20T10:00:00.000Z';

describe('a counter', () => {
  it('issues one number per record from 1 without gaps, whatever is voided or confirmed', () => {
    const step = fc.tuple(fc.constantFrom('take', 'void', 'settle'), fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let counter: NumberCounter = EMPTY_COUNTER;
        const given: number[] = [];
        for (const [what, record] of steps) {
          if (what === 'settle') counter = confirmNumbers(counter, [record]);
          const events =
            what === 'take' ? takeNumber(counter, record, format) : voidNumber(counter, record, 'why');
          if (what === 'settle') continue;
          const had = counter.open.has(record);
          expect(events).toHaveLength(had === (what === 'void') ? 1 : 0);
          for (const { type, data } of events) if (type === 'number.taken') given.push(data.sequence);
          counter = foldNumbers(counter, events);
        }
        expect(given).toEqual(given.map((_, index) => index + 1));
        expect(counter.last).toBe(given.length);
      }),
    );
  });

  it('records why a number belongs to no record', () => {
    const counter = foldNumbers(EMPTY_COUNTER, takeNumber(EMPTY_COUNTER, 'a', format));
    expect(voidNumber(counter, 'a', 'Refused')).toEqual([
      {
        type: 'number.voided',
        data: { number: 'N-1', sequence: 1, record: 'a', why: 'Refused' },
        metadata: { reason: 'Refused' },
      },
    ]);
  });
});

describe('a unique value', () => {
  const claim = (state: ValueHolder, record: string, abandoned = false) =>
    claimValue(state, { field: 'code', record, abandoned });
  const held = claim(UNCLAIMED, 'a').reduce<ValueHolder>(
    (state, event) => evolveValueHolder(state, event, AT),
    UNCLAIMED,
  );

  it('is held by one record at a time', () => {
    expect(held).toEqual({ record: 'a', since: AT });
    expect(claim(held, 'a')).toEqual([]);
    expect(() => claim(held, 'b')).toThrow(ValueTakenError);
  });

  it('is released only by its holder', () => {
    expect(releaseValue(held, 'code', 'b')).toEqual([]);
    const released = releaseValue(held, 'code', 'a').reduce<ValueHolder>(
      (state, event) => evolveValueHolder(state, event, AT),
      held,
    );
    expect(released).toEqual(UNCLAIMED);
    expect(
      evolveValueHolder(held, { type: 'value.released', data: { field: 'code', record: 'b' } }, AT),
    ).toBe(held);
  });

  it('can be claimed again once it is abandoned', () => {
    expect(claim(held, 'b', true)).toHaveLength(1);
    expect(claim(held, 'a', true)).toHaveLength(1);
  });

  it('ignores case, white space and compatibility forms', () => {
    for (const same of ['Müller GmbH', ' MÜLLER  gmbh ', 'Mu\u0308ller\u00a0GmbH', 'ｍüller\tGmbH']) {
      expect(normalizeUniqueValue(same)).toBe('müller gmbh');
    }
    expect(normalizeUniqueValue('Straße')).toBe(normalizeUniqueValue('STRASSE'));
    expect(normalizeUniqueValue('a')).not.toBe(normalizeUniqueValue('ä'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        expect(normalizeUniqueValue(normalizeUniqueValue(text))).toBe(normalizeUniqueValue(text)),
      ),
    );
  });
});

// Without a new version; every refusal names the wrong field.
import { describe, expect, it } from '@jest/globals';
import type { Actor } from '#domain/permissions.js';
import { Refused } from '#domain/refusal.js';
import { changeConstants, getConstantText } from '#domain/specification/change-constants.js';
import { documentOf, valid } from '#test/specification/documents.js';

const specification = valid(
  documentOf({
    1: 'name: Claims\nkey: claims\ntimeZone: Europe/Berlin',
    3: 'entities:\n  Claim:\n    fields:\n      country: { type: choice, of: [DE, FR], required: true }\n      amount: { type: money, computed: "constants.perDiem[record.country]" }',
    6: 'roles: { clerk: { everyone: true }, finance: Finance }\nconstants: { limit: [finance], perDiem: finance }',
    9: 'constants:\n  limit: { value: 100 EUR, from: 2026-01-01 }\n  perDiem: { by: country, DE: 28 EUR, FR: 35 EUR }\n  fixed: 7',
  }),
);
const fay: Actor = { id: 'fay', name: 'Fay', roles: ['clerk', 'finance'] };
const cleo: Actor = { id: 'cleo', name: 'Cleo', roles: ['clerk'] };
/** Already the 21st in Berlin. */
const NOW = '2026-11-20T23:30:00.000Z';

const LIMIT = { constant: 'limit', key: null, text: '200 EUR' };
const PER_DIEM = { constant: 'perDiem', key: 'DE', text: '30 EUR' };

function changing(
  values: readonly { constant: string; key: string | null; text: string }[],
  {
    from = '2026-12-01',
    reason = 'Decided by the board',
    knownChanges = undefined as number | undefined,
  } = {},
  user = fay,
) {
  const command = {
    application: 'claims',
    values,
    from,
    reason,
    ...(knownChanges !== undefined && { knownChanges }),
  };
  try {
    return changeConstants(command as never, { specification, user, now: NOW, changes: 2 } as never);
  } catch (error) {
    if (error instanceof Refused)
      return error.reasons.map(({ code, fields = [] }) => [code, ...fields].join(' '));
    throw error;
  }
}

describe('given constants that finance may change', () => {
  it('when they change, then the event holds old and new values, first day and reason', () => {
    const from = '2026-12-01';
    expect(changing([{ ...LIMIT, text: '  200 EUR ' }, PER_DIEM])).toEqual([
      {
        type: 'specification.constants-changed',
        data: {
          changes: [
            { ...LIMIT, from, before: '100 EUR' },
            { ...PER_DIEM, from, before: '28 EUR' },
          ],
        },
        metadata: { reason: 'Decided by the board' },
      },
    ]);
  });

  it('when the values are the same, then nothing is written', () => {
    expect(changing([{ ...LIMIT, text: '100 EUR' }])).toEqual([]);
    expect(changing([])).toEqual([]);
  });

  it('when the first day is today, then it is accepted; a past day is refused', () => {
    expect(changing([LIMIT], { from: '2026-11-21' })).toHaveLength(1);
    expect(changing([LIMIT], { from: '2026-11-20' })).toEqual(['CONSTANT_FROM from']);
    expect(changing([LIMIT], { from: '2026-11-31' })).toEqual(['CONSTANT_FROM from']);
    expect(changing([LIMIT], { from: 20261201 as never })).toEqual(['CONSTANT_FROM from']);
  });

  it('when they were changed concurrently, then the command is refused as outdated', () => {
    expect(changing([LIMIT], { knownChanges: 2 })).toHaveLength(1);
    expect(changing([LIMIT], { knownChanges: 1 })).toEqual(['CONSTANTS_CHANGED']);
  });

  it('when the person may not change one of them, then only that reason is given', () => {
    expect(changing([LIMIT], { from: 'never' }, cleo)).toEqual(['NOT_PERMITTED']);
    const fixed = { constant: 'fixed', key: null, text: 'x' };
    expect(changing([fixed, { ...LIMIT, text: 'a lot' }])).toEqual(['NOT_PERMITTED']);
    expect(changing([{ ...fixed, constant: 'constructor' }])).toEqual(['NOT_PERMITTED']);
  });

  it.each([
    ['another currency', [{ ...LIMIT, text: '9 USD' }], ['WRONG_TYPE limit']],
    ['nothing', [{ ...LIMIT, text: ' ' }], ['WRONG_TYPE limit']],
    ['no text', [{ ...LIMIT, text: 5 as never }], ['WRONG_TYPE limit']],
    ['more than anybody reads', [{ ...LIMIT, text: `${'0'.repeat(1_000)}9 EUR` }], ['WRONG_TYPE limit']],
    ['a wrong value of a key', [{ ...PER_DIEM, text: 'a lot' }], ['WRONG_TYPE perDiem.DE']],
    ['a key there is not', [{ ...PER_DIEM, key: 'UK' }], ['NO_SUCH_KEY perDiem.UK']],
    ['no key where there are some', [{ ...PER_DIEM, key: null }], ['NO_SUCH_KEY perDiem']],
    ['a key where there is none', [{ ...LIMIT, key: 'DE' }], ['NO_SUCH_KEY limit.DE']],
    ['two values at once', [LIMIT, PER_DIEM, LIMIT, LIMIT], ['BAD_REQUEST limit']],
  ])('when they get %s, then that is refused', (_, values, reasons) => {
    expect(changing(values)).toEqual(reasons);
  });

  it('when no reason is given, or one that is too long, then it is refused', () => {
    expect(changing([LIMIT], { reason: ' ' })).toEqual(['REASON_REQUIRED reason']);
    expect(changing([LIMIT], { reason: null as never })).toEqual(['REASON_REQUIRED reason']);
    expect(changing([LIMIT], { reason: 'x'.repeat(10_000) })).toEqual(['TOO_LONG reason']);
  });

  it('when several values are invalid, then every reason is given', () => {
    expect(changing([{ ...LIMIT, text: 'a lot' }], { from: '', reason: '', knownChanges: 0 })).toEqual([
      'CONSTANT_FROM from',
      'WRONG_TYPE limit',
      'REASON_REQUIRED reason',
      'CONSTANTS_CHANGED',
    ]);
  });
});

describe('the value of a constant', () => {
  it('depends on the day and the key', () => {
    const { limit, perDiem } = specification.constants;
    expect(getConstantText(limit!, null, '2026-01-01')).toBe('100 EUR');
    expect(getConstantText(perDiem!, 'FR', '2026-01-01')).toBe('35 EUR');
    expect(getConstantText(perDiem!, 'UK', '2026-01-01')).toBeUndefined();
  });
});

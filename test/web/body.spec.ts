import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseForm } from '../../src/web/body.js';

describe('a posted form', () => {
  it('comes back as it was encoded, whatever was typed', () => {
    const texts = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), {
      noNullPrototype: false,
    });
    fc.assert(
      fc.property(texts, (typed) => {
        const pairs = Object.entries(typed);
        expect(Object.entries(parseForm(new URLSearchParams(pairs).toString())).sort()).toEqual(pairs.sort());
      }),
    );
  });

  it('takes the last of several values of one name, as for a ticked box after its hidden “false”', () => {
    expect(parseForm('done=false&done=true')['done']).toBe('true');
  });

  it('has no prototype to be reached', () => {
    const form = parseForm('__proto__=x&constructor=y&a%5B__proto__%5D=z');
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor', 'a[__proto__]']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(['%', '%zz', 'a=%E0%A4', 'a=%ff%fe'])(
    'is refused where it is not encoded as it should be: %s',
    (body) => {
      expect(() => parseForm(body)).toThrow(/cannot be understood/);
    },
  );

  it('is refused with more inputs than any form has', () => {
    expect(() => parseForm('a=1&'.repeat(20_001))).toThrow(/more than 20000 inputs/);
  });
});

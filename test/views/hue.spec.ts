import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getHueClass } from '#views/hue.js';

it('gives every name one of the eight colours, and the same one each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(getHueClass(name)).toMatch(/^db-hue-[0-7]$/);
      expect(getHueClass(name)).toBe(getHueClass(name));
    }),
  );
});

it('uses all eight colours for a hundred names', () => {
  const names = Array.from({ length: 100 }, (_, index) => `Person ${index}`);
  expect(new Set(names.map(getHueClass)).size).toBe(8);
});

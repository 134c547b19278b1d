import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hueClass } from '#views/hue.js';

it('gives every name one of the eight colours, and the same one each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(hueClass(name)).toMatch(/^db-hue-[0-7]$/);
      expect(hueClass(name)).toBe(hueClass(name));
    }),
  );
});

it('uses all eight colours for a hundred names', () => {
  const names = Array.from({ length: 100 }, (_, index) => `Person ${index}`);
  expect(new Set(names.map(hueClass)).size).toBe(8);
});

// Browser and server find the same choices.
import { expect, it } from '@jest/globals';
import { normalizeText } from '#views/islands/normalize-text.js';

it.each([
  ['Łódź  Sp.', ' lodz sp.'],
  ['Straße', 'STRASSE'],
  ['Bo Sørensen', 'bo sorensen'],
  ['شركة کیمیا', 'شركه كيميا'],
  ['١٢٣', '123'],
])('folds %j as it folds %j', (title, typed) => {
  expect(normalizeText(title)).toBe(normalizeText(typed));
});

// The specification that tests of reading run: a small shop with permissions of every kind.
import { readFileSync } from 'node:fs';
import { check } from '#specification/check.js';

export const SHOP_TEXT = readFileSync(new URL('./shop.md', import.meta.url), 'utf8');

export function shopSpecification() {
  const checked = check(SHOP_TEXT);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.specification;
}

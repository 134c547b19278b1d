// A small shop with permissions of every kind.
import { readFileSync } from 'node:fs';
import { checkDocument } from '#specification/check-document.js';

export const SHOP_TEXT = readFileSync(new URL('./shop.md', import.meta.url), 'utf8');

/** With a personal field that only bosses read; clerks read every order. */
export const SHOP_WITH_PASSPORTS = SHOP_TEXT.replace(
  'iban: { type: text, personal: requestedBy }',
  'iban: { type: text, personal: requestedBy }\n      passport: { type: text, personal: record }',
)
  .replace(`clerk: "record.state != 'draft'"`, 'clerk: true')
  .replace('iban: { read: [boss] }', 'iban: { read: [boss] }\n      passport: { read: [boss] }')
  .replace('secret, iban, openedAt]', 'secret, iban, passport, openedAt]');

export function shopSpecification() {
  const checked = checkDocument(SHOP_TEXT);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.specification;
}

import { z } from 'zod';
import {
  ENTITY_KEY_PATTERN,
  ERROR_CODE_PATTERN,
  FIELD_KEY_PATTERN,
  isReservedName,
  NAME_PATTERN,
  PLAIN_NAME_PATTERN,
} from '../document/key-grammar.js';
import { PERIOD_PATTERN } from '../values/calendar-date.js';

/** YAML reads `2026` and `true` as other types. */
export const wordsShape = z.union([z.string(), z.number(), z.boolean()]).meta({ description: 'text' });

export const fieldKeyShape = z
  .string()
  .regex(FIELD_KEY_PATTERN, 'a field is named like `requestedBy`: letters and digits, a small letter first');
export const entityKeyShape = z
  .string()
  .regex(
    ENTITY_KEY_PATTERN,
    'an entity is named like `PurchaseRequest`: letters and digits, a capital first',
  );

const isFree = (key: string): boolean => !isReservedName(key);
const RESERVED = 'every object has something of that name already: choose another';

export const nameShape = z
  .string()
  .regex(NAME_PATTERN, 'a name is made of letters, digits, `-` and `_`, a letter first')
  .refine(isFree, RESERVED);
export const plainNameShape = z
  .string()
  .regex(PLAIN_NAME_PATTERN, 'a name is made of letters, digits and `_`, a letter first')
  .refine(isFree, RESERVED);
export const errorCodeShape = z
  .string()
  .regex(ERROR_CODE_PATTERN, 'a code is named like `AMOUNT_MISSING`: capitals, digits and `_`');

export const namesShape = z
  .union([z.string(), z.array(z.string())])
  .meta({ description: 'one name or a list of names' });

export const expressionShape = z
  .union([z.string(), z.number(), z.boolean()])
  .meta({ description: 'an expression (CEL)' });
export const durationShape = z
  .string()
  .regex(PERIOD_PATTERN, 'a duration is written like `P3D` (three days), `P1M`, `P10Y` or `PT12H`');
/** `10 MB`, or bytes. */
export const sizeShape = z.union([
  z.string().regex(/^\d+(\.\d+)?\s*(B|KB|MB|GB|kB)$/, 'a size is written like `10 MB`'),
  z.number().int().positive(),
]);

export type YamlText = z.infer<typeof wordsShape>;

export function toList(shown: string | readonly string[] | undefined): readonly string[] {
  if (shown === undefined) return [];
  return typeof shown === 'string' ? [shown] : shown;
}

/** `CorrectiveAction` → `Corrective action` */
export function keyToTitle(key: string): string {
  const spaced = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

export function parseBytes(shown: string | number): number {
  if (typeof shown === 'number') return shown;
  const [, amount = '0', unit = 'B'] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(shown) ?? [];
  return Math.round(Number(amount) * (UNITS[unit.toLowerCase()] ?? 1));
}

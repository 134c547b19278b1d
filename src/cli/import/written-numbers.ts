// Numbers as XML Schema writes them → as Daybook reads them, exactly.
import { Decimal } from 'decimal.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const NONE = /^(?:NaN|[+-]?INF)$/;

/** `1.5E2` is `150`, and `2.500` is `2.5`, which has one reading only. undefined: it is no number. */
export function plainNumber(text: string): string | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  return /^-?\d+$/.test(trimmed) ? trimmed : new Decimal(trimmed).toFixed();
}

/** Not a number, or without end: XML Schema allows them in floats. */
export const isNoNumber = (text: string): boolean => NONE.test(text.trim());

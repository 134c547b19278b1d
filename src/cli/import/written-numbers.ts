// Numbers as a log writes them → plain decimals, which have one reading only.
import { Decimal } from 'decimal.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i;
const EXPONENT = /e/i;
const NONE = /^(?:NaN|[+-]?INF)$/;

/** What XML Schema calls a number, whoever wrote it: `1.5E2` is `150`, and `2.500` is `2.5`. undefined: it is none. */
export function plainNumber(text: string): string | undefined {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? new Decimal(trimmed).toFixed() : undefined;
}

/** A text, which people may have typed: only an exponent shows that a machine wrote it. */
export function plainIfMachines(text: string): string {
  return (EXPONENT.test(text) ? plainNumber(text) : undefined) ?? text;
}

/** Not a number, or without end: XML Schema allows them in floats. */
export const isNoNumber = (text: string): boolean => NONE.test(text.trim());

/** Digits after the point that count. */
export const fractionOf = (plain: string): number => plain.split('.')[1]?.length ?? 0;

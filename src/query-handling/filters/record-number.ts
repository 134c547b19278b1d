// 148 and 00148 match PR-2026-0148.
import type { NumberFormat } from '#specification/model/specification.js';

type Numbered = { readonly number?: NumberFormat };

const DIGITS_AT_END = /(?<![\p{L}\p{N}])\d{1,12}$/u;
const DIGITS = /^\d{1,12}$/;

/** `148` → `0148`; undefined: padded, or no digits. */
export function padRecordNumber({ number }: Numbered, text: string): string | undefined {
  if (!number) return undefined;
  const padded = text.replace(DIGITS_AT_END, (digits) => padDigits(digits, number));
  return padded === text ? undefined : padded;
}

export function matchesRecordNumber(entity: Numbered, number: string, text: string): boolean {
  if (number.toLowerCase() === text.toLowerCase()) return true;
  return entity.number !== undefined && DIGITS.test(text) && sequenceOf(number) === Number(text);
}

const sequenceOf = (number: string): number => Number(DIGITS_AT_END.exec(number)?.[0] ?? Number.NaN);

const padDigits = (digits: string, { digits: width }: NumberFormat): string =>
  digits.replace(/^0+(?=.)/, '').padStart(width, '0');

// MongoDB compares texts by code point, JavaScript and mingo by UTF-16 unit. Exchanging surrogates with what lies above them makes both equal, so texts are stored that way.
import type { Document } from 'bson';

const HIGH = /[\ud800-\uffff]/g;

function turnText(text: string, surrogatesBy: number, othersBy: number, border: number): string {
  return text.replace(HIGH, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code + (code < border ? surrogatesBy : othersBy));
  });
}

const turned = (text: string) => turnText(text, 0x2000, -0x800, 0xe000);
const back = (text: string) => turnText(text, 0x800, -0x2000, 0xf800);

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

/** Into JavaScript's order. */
export const inward = <T>(value: T): T => mapTexts(value, turned) as T;
export const outward = <T>(value: T): T => mapTexts(value, back) as T;

function rank(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  if (typeof value === 'boolean') return 8;
  return value.constructor === Object ? 4 : 7;
}

/** BSON order: null, numbers, texts, objects, lists, others, booleans. */
function compare(a: unknown, b: unknown): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || a === b || a === undefined || a === null) return ranks;
  if (typeof a === 'object') return compareTexts(JSON.stringify(a), JSON.stringify(b));
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Document)[segment];
  }
  return value;
}

export function sorted(documents: readonly Document[], sort: Document): Document[] {
  const by = Object.entries(sort) as [string, number][];
  return [...documents].sort((a, b) => {
    for (const [path, direction] of by) {
      const order = compare(valueAt(a, path), valueAt(b, path));
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

// One text for each JSON value, whatever the order of its keys: for comparing and hashing.
import type { Json } from './query.js';

/** JSON with the keys of every object in order (RFC 8785). */
export function canonical(value: Json | undefined): string {
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item as Json)).join(',')}]`;
  const entries = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(',')}}`;
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json | undefined } {
  return typeof value === 'object' && value !== null;
}

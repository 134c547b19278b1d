// Walks any JSON and replaces what is sealed. Where nothing is, the very same JSON comes back, uncopied.
import { isSealed, type Sealed } from './personal-data.js';

/** Names of the keys that something in it is sealed with. */
export function sealedWith(json: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  openSealed(json, (value) => {
    names.add(value.sealed.person);
    return value;
  });
  return names;
}

export function openSealed(json: unknown, openOne: (sealed: Sealed) => unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return openItems(json, openOne);
  if (isSealed(json)) return openOne(json);
  return openProperties(json as Record<string, unknown>, openOne);
}

function openItems(items: readonly unknown[], openOne: (sealed: Sealed) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const opened = openSealed(items[index], openOne);
    if (opened !== items[index]) (copy ??= [...items])[index] = opened;
  }
  return copy ?? items;
}

function openProperties(
  object: Readonly<Record<string, unknown>>,
  openOne: (sealed: Sealed) => unknown,
): unknown {
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const opened = openSealed(object[key], openOne);
    if (opened !== object[key]) (changed ??= new Map<string, unknown>()).set(key, opened);
  }
  if (!changed) return object;
  // fromEntries, not assignment: a property called __proto__ stays a property.
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, changed.has(key) ? changed.get(key) : value]),
  );
}

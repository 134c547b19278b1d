// Objects keyed by names out of a document: without a prototype, so that a name such as `constructor` finds nothing.
export function toRecord<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  const object = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

// `constructor` finds nothing without a prototype.
export function toNullPrototypeObject<T>(
  entries: Iterable<readonly [string, T]>,
): Readonly<Record<string, T>> {
  const object = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

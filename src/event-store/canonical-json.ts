// One text for each JSON value, whatever the order of its keys: for comparing and hashing.
type Members = Readonly<Record<string, unknown>>;

/** JSON with the keys of every object in order, as RFC 8785 has them. Also of what no I-JSON may hold, such as half a character. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

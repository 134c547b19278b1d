// As another program or a broken disk leaves them.
import fc from 'fast-check';

type Json = ReturnType<typeof JSON.parse>;

const anything = fc.jsonValue({ maxDepth: 2 });

/** The sample with one of its values replaced. */
export const damaged = (sample: object): fc.Arbitrary<unknown> =>
  fc.oneof(
    anything,
    fc
      .tuple(fc.constantFrom(...pathsIn(sample)), anything)
      .map(([path, value]) => replaced(sample, path, value)),
  );

function pathsIn(json: unknown): readonly (readonly string[])[] {
  if (typeof json !== 'object' || json === null) return [[]];
  return [
    [],
    ...Object.entries(json).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path])),
  ];
}

function replaced(json: Json, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(json) ? [...json] : { ...json };
  copy[key] = replaced(copy[key], rest, value);
  return copy;
}

import type { z } from 'zod';
import type { Path } from './yaml-node.js';

type SchemaDefinition = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Keys of maps, if a value has several notations. */
export function listAllowedKeys(shape: z.ZodType, path: Path, value: unknown): readonly string[] {
  if (typeof value !== 'object') return [];
  return findShapes(shape, path).flatMap((each) => {
    const { type, shape: keys } = getDefinition(each);
    return type === 'object' ? Object.keys(keys as object) : [];
  });
}

export function listAllowedValues(shape: z.ZodType, path: Path): readonly string[] {
  return findShapes(shape, path).flatMap((each) => {
    const { type, entries } = getDefinition(each);
    return type === 'enum' ? Object.values(entries as Record<string, string>) : [];
  });
}

export function describeAllowedTypes(shape: z.ZodType, path: Path): readonly string[] {
  return [
    ...new Set(findShapes(shape, path).map((each) => KINDS[getDefinition(each).type] ?? 'something else')),
  ];
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of `name: value`',
  record: 'a map of `name: value`',
  enum: 'one of its words',
  null: 'nothing',
};

function findShapes(shape: z.ZodType, path: Path): readonly z.ZodType[] {
  const shapes = listAlternatives(shape);
  const [step, ...rest] = path;
  if (step === undefined) return shapes;
  return shapes.flatMap((each) => {
    const inside = findInnerShape(each, step);
    return inside ? findShapes(inside, rest) : [];
  });
}

function findInnerShape(shape: z.ZodType, step: string | number): z.ZodType | undefined {
  const { type, ...parts } = getDefinition(shape);
  if (type === 'object') return (parts['shape'] as Record<string, z.ZodType>)[step];
  if (type === 'record') return parts['valueType'] as z.ZodType;
  if (type === 'array') return parts['element'] as z.ZodType;
  return undefined;
}

function listAlternatives(shape: z.ZodType): readonly z.ZodType[] {
  const { type, ...parts } = getDefinition(shape);
  if (type === 'optional') return listAlternatives(parts['innerType'] as z.ZodType);
  if (type === 'lazy') return listAlternatives((parts['getter'] as () => z.ZodType)());
  if (type === 'union') return (parts['options'] as z.ZodType[]).flatMap(listAlternatives);
  return [shape];
}

function getDefinition(shape: z.ZodType): SchemaDefinition {
  return shape.def as unknown as SchemaDefinition;
}

import type { z } from 'zod';
import { listAllowedKeys, describeAllowedTypes, listAllowedValues } from './schema-introspection.js';
import { suggestName, findNearestName } from './nearest-name.js';
import { describeSchemaIssue, type ZodIssue } from './describe-schema-issue.js';
import { findNodeAt, getKeyPositionAt, type Node, type Path, getPositionAt } from './yaml-node.js';
import type { Diagnostics } from './diagnostics.js';

export function validateShape<Shape extends z.ZodType>(
  shape: Shape,
  node: Node,
  problems: Diagnostics,
): z.infer<Shape> {
  const data = copyValue(node.value);
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = shape.safeParse(data);
    if (result.success) return result.data;
    const issues = flattenIssues(result.error.issues);
    // Later rounds would repeat issues.
    if (round === 0) for (const issue of issues) reportIssue(shape, node, issue, problems);
    // Backwards, so that indexes stay valid.
    for (const issue of issues.toReversed()) removeInvalidPart(data, issue.path as Path, issue);
  }
  return shape.parse({});
}

const ROUNDS = 100;

function flattenIssues(issues: readonly ZodIssue[], prefix: Path = []): readonly ZodIssue[] {
  return issues.flatMap((issue): readonly ZodIssue[] => {
    const path = [...prefix, ...(issue.path as Path)];
    if (issue.code === 'invalid_union') {
      const deepest = [...issue.errors].sort((a, b) => measureDepth(b) - measureDepth(a))[0] ?? [];
      if (measureDepth(deepest) > 0) return flattenIssues(deepest, path);
      const regex = issue.errors
        .flat()
        .find((each) => each.code === 'invalid_format' || each.code === 'invalid_value');
      return [regex ? { ...regex, path } : { ...issue, path }];
    }
    return [{ ...issue, path }];
  });
}

/** Where an alternative first mismatches; 0: its type. */
function measureDepth(issues: readonly ZodIssue[]): number {
  const depthOf = ({ path, code }: ZodIssue) => path.length + (code === 'unrecognized_keys' ? 1 : 0);
  return issues.reduce((deepest, issue) => Math.max(deepest, depthOf(issue)), 0);
}

function reportIssue(shape: z.ZodType, node: Node, issue: ZodIssue, problems: Diagnostics): void {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const { message, remedy } = describeUnknownKey(
        key,
        path,
        listAllowedKeys(shape, path, findNodeAt(node, path)?.value),
      );
      problems.report(getKeyPositionAt(node, [...path, key]), message, remedy);
    }
    return;
  }
  const missing = findNodeAt(node, path) === undefined;
  const expected = { values: listAllowedValues(shape, path), kinds: describeAllowedTypes(shape, path) };
  const { message, remedy } = describeSchemaIssue(issue, findNodeAt(node, path)?.value, missing, expected);
  const onKey = missing || issue.code === 'invalid_key';
  problems.report(onKey ? getKeyPositionAt(node, path) : getPositionAt(node, path), message, remedy);
}

const HOMES: Readonly<Record<string, string>> = {
  screens: '2. Screens and routes',
  entities: '3. Entities and their fields',
  lifecycles: '4. States and transitions',
  rules: '5. Validation rules',
  roles: '6. Roles and permissions',
  permissions: '6. Roles and permissions',
  calls: '7. The calls it makes',
  receive: '7. The calls it makes',
  errors: '8. The error catalogue',
  constants: '9. Business constants and limits',
  limits: '9. Business constants and limits',
  calendar: '9. Business constants and limits',
};

function describeUnknownKey(
  key: string,
  path: Path,
  known: readonly string[],
): { message: string; remedy?: string } {
  const where = path.length === 0 ? 'this section' : `\`${path.join('.')}\``;
  return {
    message: `no key \`${key.slice(0, 60)}\` in ${where}`,
    remedy: suggestKey(key, path, known),
  };
}

function suggestKey(key: string, path: Path, known: readonly string[]): string | undefined {
  const home = Object.hasOwn(HOMES, key) ? HOMES[key] : undefined;
  if (home !== undefined && path.length === 0) return `it belongs under \`## ${home}\``;
  if (home !== undefined && findNearestName(key, known) === undefined)
    return `it stands by itself under \`## ${home}\``;
  return suggestName(key, known);
}

function removeInvalidPart(data: unknown, path: Path, issue: ZodIssue): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) remove(data, [...path, key]);
    return;
  }
  let length = path.length;
  while (length > 0 && !remove(data, path.slice(0, length))) length -= 1;
}

function remove(data: unknown, path: Path): boolean {
  const last = path.at(-1) as string | number;
  const inside = path
    .slice(0, -1)
    .reduce<unknown>((each, step) => (each as Record<string, unknown>)?.[step], data);
  if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, last)) return false;
  if (Array.isArray(inside)) inside.splice(Number(last), 1);
  else delete (inside as Record<string, unknown>)[last];
  return true;
}

function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyValue);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = copyValue(item);
  return copy;
}

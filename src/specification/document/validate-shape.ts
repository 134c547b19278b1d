// Data of a section against its shape: every misfit is reported, and what fits is handed on, so that checking goes on.
import type { z } from 'zod';
import { expectedKeys, expectedKinds, expectedValues } from './expected-keys.js';
import { didYouMean, nearest } from './nearest-name.js';
import { misfit, type Issue } from './describe-schema-issue.js';
import { at, keySpotAt, type Node, type Path, spotAt } from './yaml-node.js';
import type { Problems } from './diagnostics.js';

/** The data of the node without the parts that do not fit. */
export function readShape<Shape extends z.ZodType>(
  shape: Shape,
  node: Node,
  problems: Problems,
): z.infer<Shape> {
  const data = copyOf(node.value);
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = shape.safeParse(data);
    if (result.success) return result.data;
    const issues = flatten(result.error.issues);
    // The first round sees all there is; what later rounds miss is what was taken away before.
    if (round === 0) for (const issue of issues) reportIssue(shape, node, issue, problems);
    // From the end, so that what is taken out of a list moves nothing that is still to go.
    for (const issue of issues.toReversed()) prune(data, issue.path as Path, issue);
  }
  return shape.parse({});
}

const ROUNDS = 100;

/** Of a union, the issues of the way to write it that comes nearest to what is there. */
function flatten(issues: readonly Issue[], prefix: Path = []): readonly Issue[] {
  return issues.flatMap((issue): readonly Issue[] => {
    const path = [...prefix, ...(issue.path as Path)];
    if (issue.code === 'invalid_union') {
      const deepest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0] ?? [];
      if (depth(deepest) > 0) return flatten(deepest, path);
      const regex = issue.errors
        .flat()
        .find((each) => each.code === 'invalid_format' || each.code === 'invalid_value');
      return [regex ? { ...regex, path } : { ...issue, path }];
    }
    return [{ ...issue, path }];
  });
}

/** How far into the data a way to write it fits: a type mismatch at its very start fits not at all. */
function depth(issues: readonly Issue[]): number {
  const depthOf = ({ path, code }: Issue) => path.length + (code === 'unrecognized_keys' ? 1 : 0);
  return issues.reduce((deepest, issue) => Math.max(deepest, depthOf(issue)), 0);
}

function reportIssue(shape: z.ZodType, node: Node, issue: Issue, problems: Problems): void {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const { message, remedy } = unknownKey(key, path, expectedKeys(shape, path, at(node, path)?.value));
      problems.report(keySpotAt(node, [...path, key]), message, remedy);
    }
    return;
  }
  const missing = at(node, path) === undefined;
  const expected = { values: expectedValues(shape, path), kinds: expectedKinds(shape, path) };
  const { message, remedy } = misfit(issue, at(node, path)?.value, missing, expected);
  const onKey = missing || issue.code === 'invalid_key';
  problems.report(onKey ? keySpotAt(node, path) : spotAt(node, path), message, remedy);
}

/** Keys that stand by themselves in a section, so that the remedy can say where. */
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

function unknownKey(key: string, path: Path, known: readonly string[]): { message: string; remedy?: string } {
  const where = path.length === 0 ? 'this section' : `\`${path.join('.')}\``;
  return {
    message: `no key \`${key.slice(0, 60)}\` in ${where}`,
    remedy: remedyOfKey(key, path, known),
  };
}

function remedyOfKey(key: string, path: Path, known: readonly string[]): string | undefined {
  const home = Object.hasOwn(HOMES, key) ? HOMES[key] : undefined;
  if (home !== undefined && path.length === 0) return `it belongs under \`## ${home}\``;
  if (home !== undefined && nearest(key, known) === undefined)
    return `it stands by itself under \`## ${home}\``;
  return didYouMean(key, known);
}

function prune(data: unknown, path: Path, issue: Issue): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) remove(data, [...path, key]);
    return;
  }
  // A value that is missing cannot be taken away: what it is missing from goes instead.
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

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = copyOf(item);
  return copy;
}

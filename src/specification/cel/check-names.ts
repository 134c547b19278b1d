import type { ASTNode } from '@marcbachmann/cel-js';
import { suggestName } from '../document/nearest-name.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { checkConstantKeys } from './check-constant-keys.js';
import type { ReportProblem } from './check-patterns.js';
import {
  EXPRESSION_CONTEXTS,
  EXPRESSION_PLACES,
  SCOPE_NAMES,
  type ExpressionPlace,
} from './expression-contexts.js';
import { listChildNodes } from './presence-checks.js';
import { getFieldType } from '../field-types/find-field-type.js';

/** The type check stops at the first. */
export function checkPropertyNames(
  environment: ExpressionEnvironment,
  ast: ASTNode,
  report: ReportProblem,
): boolean {
  const unknown = findProperties(ast, new Set()).flatMap(({ owner, key, node }) => {
    const known = environment.properties[owner];
    if (!known || known.includes(key) || !environment.cel.hasVariable(owner)) return [];
    return [{ owner, key, known, index: node.op === '.' ? node.end - key.length : node.start }];
  });
  for (const { owner, key, known, index } of unknown) {
    if (key === UNNAMED)
      report(index, `\`${owner}[…]\` does not say what it looks at`, `write \`${owner}.\` and a name`);
    else report(index, describeOwner(owner, key, environment), suggestName(key, known));
  }
  return (
    unknown.length === 0 &&
    checkTables(environment, ast, report) &&
    checkConstantKeys(environment, ast, report)
  );
}

/** Tables evaluate records of one entity. */
function checkTables(environment: ExpressionEnvironment, ast: ASTNode, report: ReportProblem): boolean {
  const references = findProperties(ast, new Set()).filter(({ owner }) => owner === 'constants');
  const misplaced = references.filter(({ key }) => {
    const on = environment.shared.constants[key]?.table?.on;
    return on !== undefined && on !== environment.entity?.key;
  });
  for (const { key, node } of misplaced) {
    const { on } = environment.shared.constants[key]!.table!;
    report(
      node.start,
      `\`constants.${key}\` looks at a ${on}, which is not here`,
      `ask it in expressions of ${on}`,
    );
  }
  return misplaced.length === 0;
}

function describeOwner(owner: string, key: string, { entity }: ExpressionEnvironment): string {
  if (owner === 'record') return `no field \`${key}\` in ${entity?.key ?? 'the record'}`;
  if (owner === 'constants') return `no constant \`${key}\``;
  return `a user has no \`${key}\``;
}

interface PropertyAccess {
  readonly owner: string;
  readonly key: string;
  readonly node: ASTNode;
}

function findProperties(node: ASTNode, shadowed: ReadonlySet<string>): readonly PropertyAccess[] {
  const own = getPropertyAccess(node);
  const inner = node.op === 'rcall' ? addShadowed(node, shadowed) : shadowed;
  const below = listChildNodes(node).flatMap((child) => findProperties(child, inner));
  return own && !shadowed.has(own.owner) ? [own, ...below] : below;
}

export function getPropertyAccess(node: ASTNode): PropertyAccess | undefined {
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [owner, property] = node.args as [ASTNode, string | ASTNode];
  if (owner.op !== 'id') return undefined;
  const key = typeof property === 'string' ? property : property.op === 'value' ? property.args : undefined;
  return { owner: owner.args as string, key: typeof key === 'string' ? key : UNNAMED, node };
}

/** A computed key could be any field. */
const UNNAMED = '[…]';

/** The name means a row in `list.map(record, …)`. */
function addShadowed(node: ASTNode, shadowed: ReadonlySet<string>): ReadonlySet<string> {
  const [, , args] = node.args as [string, ASTNode, ASTNode[]];
  const [first] = args;
  return args.length > 1 && first?.op === 'id' ? new Set([...shadowed, first.args as string]) : shadowed;
}

/** Includes fields read through tables of section 9. */
export function findRecordFields(environment: ExpressionEnvironment, source: string): readonly string[] {
  const own = findKeys('record', environment, source);
  const conditions = listTableConditions(environment, findConstants(environment, source));
  return [...own, ...conditions.flatMap((condition) => findKeys('record', environment, condition))];
}

export const findConstants = (environment: ExpressionEnvironment, source: string): readonly string[] =>
  findKeys('constants', environment, source);

export const listTableConditions = (
  { shared }: ExpressionEnvironment,
  constants: readonly string[],
): readonly string[] => constants.flatMap((key) => shared.constants[key]?.table?.conditions ?? []);

/** Rows may shadow the name. */
export function mentionsVariable(variable: string, { cel }: ExpressionEnvironment, source: string): boolean {
  const within = (node: ASTNode, shadowed: ReadonlySet<string>): boolean => {
    if (node.op === 'id') return node.args === variable && !shadowed.has(variable);
    const inner = node.op === 'rcall' ? addShadowed(node, shadowed) : shadowed;
    return listChildNodes(node).some((child) => within(child, inner));
  };
  try {
    return within(cel.parse(source).ast, new Set());
  } catch {
    return false;
  }
}

export function checkNamesAllowedInContext(
  environment: ExpressionEnvironment,
  { source, place, ast }: { readonly source: string; readonly place: ExpressionPlace; readonly ast: ASTNode },
  report: ReportProblem,
): void {
  const context = EXPRESSION_PLACES[place];
  const { names, why } = EXPRESSION_CONTEXTS[context];
  const known: readonly string[] = names;
  const remedy = `write of ${names.map((name) => `\`${name}\``).join(', ')}`;
  const tables = listTableConditions(environment, findConstants(environment, source));
  for (const name of SCOPE_NAMES) {
    if (known.includes(name)) continue;
    const { node } = findVariables(ast, new Set()).find((each) => each.name === name) ?? {};
    if (node) report(node.start, `\`${name}\` is not known here: ${why}`, remedy);
    else if (tables.some((condition) => mentionsVariable(name, environment, condition)))
      report(0, `it asks a table that looks at \`${name}\`, which is not known here: ${why}`, remedy);
  }
  if (context === 'call condition') checkPeople(environment, ast, report);
}

/** People are resolved when a call is sent, not when it is decided. */
function checkPeople({ entity }: ExpressionEnvironment, ast: ASTNode, report: ReportProblem): void {
  const people = (entity?.fields ?? []).filter((field) => getFieldType(field).pointsTo === 'person');
  const keys = new Set(['openedBy', 'assignee', ...people.map(({ key }) => key)]);
  const visit = (node: ASTNode): void => {
    const [of, key] = node.op === '.' ? (node.args as [ASTNode, string]) : [];
    const owner = of && getPropertyAccess(of);
    if (owner?.owner === 'record' && keys.has(owner.key) && key !== 'id')
      report(
        node.end - key!.length,
        `the ${key!} of a person is not known here: ${EXPRESSION_CONTEXTS['call condition'].why}`,
        'ask for the person: `record.owner == user.id`',
      );
    listChildNodes(node).forEach(visit);
  };
  visit(ast);
}

function findVariables(node: ASTNode, shadowed: ReadonlySet<string>): readonly VariableUse[] {
  if (node.op === 'id') return shadowed.has(node.args as string) ? [] : [{ name: node.args as string, node }];
  const inner = node.op === 'rcall' ? addShadowed(node, shadowed) : shadowed;
  return listChildNodes(node).flatMap((child) => findVariables(child, inner));
}

interface VariableUse {
  readonly name: string;
  readonly node: ASTNode;
}

function findKeys(owner: string, { cel }: ExpressionEnvironment, source: string): readonly string[] {
  try {
    const properties = findProperties(cel.parse(source).ast, new Set());
    return properties.filter((each) => each.owner === owner).map(({ key }) => key);
  } catch {
    return [];
  }
}

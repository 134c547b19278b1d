// Names in an expression that nothing stands for: fields, constants, states, choices and roles.
import type { ASTNode } from '@marcbachmann/cel-js';
import { suggestName } from '../document/nearest-name.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { checkKeysOf } from './check-constant-keys.js';
import type { ReportProblem } from './check-patterns.js';
import { CONTEXTS, EXPRESSION_PLACES, NAMES, type ExpressionPlace } from './expression-contexts.js';
import { children } from './presence-checks.js';
import { getFieldType } from '../field-types/field-type-of.js';

/** false: at least one was found, and reported. The type check stops at its first problem; this finds all of them. */
export function checkNames(environment: ExpressionEnvironment, ast: ASTNode, report: ReportProblem): boolean {
  const unknown = propertiesIn(ast, new Set()).flatMap(({ owner, key, node }) => {
    const known = environment.properties[owner];
    if (!known || known.includes(key) || !environment.cel.hasVariable(owner)) return [];
    return [{ owner, key, known, index: node.op === '.' ? node.end - key.length : node.start }];
  });
  for (const { owner, key, known, index } of unknown) {
    if (key === UNNAMED)
      report(index, `\`${owner}[…]\` does not say what it looks at`, `write \`${owner}.\` and a name`);
    else report(index, describe(owner, key, environment), suggestName(key, known));
  }
  return (
    unknown.length === 0 && checkTables(environment, ast, report) && checkKeysOf(environment, ast, report)
  );
}

/** A table looks at records of one entity: elsewhere nobody could say which. */
function checkTables(environment: ExpressionEnvironment, ast: ASTNode, report: ReportProblem): boolean {
  const asked = propertiesIn(ast, new Set()).filter(({ owner }) => owner === 'constants');
  const misplaced = asked.filter(({ key }) => {
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

function describe(owner: string, key: string, { entity }: ExpressionEnvironment): string {
  if (owner === 'record') return `no field \`${key}\` in ${entity?.key ?? 'the record'}`;
  if (owner === 'constants') return `no constant \`${key}\``;
  return `a user has no \`${key}\``;
}

interface PropertyAccess {
  readonly owner: string;
  readonly key: string;
  readonly node: ASTNode;
}

function propertiesIn(node: ASTNode, shadowed: ReadonlySet<string>): readonly PropertyAccess[] {
  const own = propertyOf(node);
  const inner = node.op === 'rcall' ? withVariable(node, shadowed) : shadowed;
  const below = children(node).flatMap((child) => propertiesIn(child, inner));
  return own && !shadowed.has(own.owner) ? [own, ...below] : below;
}

/** `record.amount`, or `record["amount"]` → record and amount. */
export function propertyOf(node: ASTNode): PropertyAccess | undefined {
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [owner, property] = node.args as [ASTNode, string | ASTNode];
  if (owner.op !== 'id') return undefined;
  const key = typeof property === 'string' ? property : property.op === 'value' ? property.args : undefined;
  return { owner: owner.args as string, key: typeof key === 'string' ? key : UNNAMED, node };
}

/** Of `record[…]` with anything but a name in it: nobody could say which field is looked at. */
const UNNAMED = '[…]';

/** In `list.map(record, …)` the name means a row. */
function withVariable(node: ASTNode, shadowed: ReadonlySet<string>): ReadonlySet<string> {
  const [, , args] = node.args as [string, ASTNode, ASTNode[]];
  const [first] = args;
  return args.length > 1 && first?.op === 'id' ? new Set([...shadowed, first.args as string]) : shadowed;
}

/** Keys of the record's properties an expression looks at, also through tables of section 9; none where it does not parse. */
export function recordFieldsIn(environment: ExpressionEnvironment, source: string): readonly string[] {
  const own = keysOf('record', environment, source);
  const asked = conditionsOf(environment, constantsIn(environment, source));
  return [...own, ...asked.flatMap((condition) => keysOf('record', environment, condition))];
}

export const constantsIn = (environment: ExpressionEnvironment, source: string): readonly string[] =>
  keysOf('constants', environment, source);

/** Of the tables among these constants. */
export const conditionsOf = (
  { shared }: ExpressionEnvironment,
  constants: readonly string[],
): readonly string[] => constants.flatMap((key) => shared.constants[key]?.table?.conditions ?? []);

/** Whether an expression looks at a variable, such as `now`, outside of rows that bear its name; false where it does not parse. */
export function mentionsVariable(variable: string, { cel }: ExpressionEnvironment, source: string): boolean {
  const within = (node: ASTNode, shadowed: ReadonlySet<string>): boolean => {
    if (node.op === 'id') return node.args === variable && !shadowed.has(variable);
    const inner = node.op === 'rcall' ? withVariable(node, shadowed) : shadowed;
    return children(node).some((child) => within(child, inner));
  };
  try {
    return within(cel.parse(source).ast, new Set());
  } catch {
    return false;
  }
}

/** Names that say nothing where the expression stands, and what is not known of people there. */
export function checkContext(
  environment: ExpressionEnvironment,
  { source, place, ast }: { readonly source: string; readonly place: ExpressionPlace; readonly ast: ASTNode },
  report: ReportProblem,
): void {
  const context = EXPRESSION_PLACES[place];
  const { names, why } = CONTEXTS[context];
  const known: readonly string[] = names;
  const remedy = `write of ${names.map((name) => `\`${name}\``).join(', ')}`;
  const tables = conditionsOf(environment, constantsIn(environment, source));
  for (const name of NAMES) {
    if (known.includes(name)) continue;
    const { node } = variablesIn(ast, new Set()).find((each) => each.name === name) ?? {};
    if (node) report(node.start, `\`${name}\` is not known here: ${why}`, remedy);
    else if (tables.some((condition) => mentionsVariable(name, environment, condition)))
      report(0, `it asks a table that looks at \`${name}\`, which is not known here: ${why}`, remedy);
  }
  if (context === 'call condition') checkPeople(environment, ast, report);
}

/** Who somebody is is looked up when a call is made, not when it is decided. */
function checkPeople({ entity }: ExpressionEnvironment, ast: ASTNode, report: ReportProblem): void {
  const people = (entity?.fields ?? []).filter((field) => getFieldType(field).pointsTo === 'person');
  const keys = new Set(['openedBy', 'assignee', ...people.map(({ key }) => key)]);
  const visit = (node: ASTNode): void => {
    const [of, key] = node.op === '.' ? (node.args as [ASTNode, string]) : [];
    const owner = of && propertyOf(of);
    if (owner?.owner === 'record' && keys.has(owner.key) && key !== 'id')
      report(
        node.end - key!.length,
        `the ${key!} of a person is not known here: ${CONTEXTS['call condition'].why}`,
        'ask for the person: `record.owner == user.id`',
      );
    children(node).forEach(visit);
  };
  visit(ast);
}

function variablesIn(node: ASTNode, shadowed: ReadonlySet<string>): readonly VariableUse[] {
  if (node.op === 'id') return shadowed.has(node.args as string) ? [] : [{ name: node.args as string, node }];
  const inner = node.op === 'rcall' ? withVariable(node, shadowed) : shadowed;
  return children(node).flatMap((child) => variablesIn(child, inner));
}

interface VariableUse {
  readonly name: string;
  readonly node: ASTNode;
}

function keysOf(owner: string, { cel }: ExpressionEnvironment, source: string): readonly string[] {
  try {
    const properties = propertiesIn(cel.parse(source).ast, new Set());
    return properties.filter((each) => each.owner === owner).map(({ key }) => key);
  } catch {
    return [];
  }
}

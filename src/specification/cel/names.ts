// Names in an expression that nothing stands for: fields, constants, states, choices and roles.
import type { ASTNode } from '@marcbachmann/cel-js';
import { didYouMean } from '../document/nearest.js';
import type { ExpressionEnvironment } from './environment.js';
import { children } from './given.js';

type Report = (index: number, message: string, remedy?: string) => void;

/** false: at least one was found, and reported. The type check stops at its first problem; this finds all of them. */
export function checkNames(environment: ExpressionEnvironment, ast: ASTNode, report: Report): boolean {
  const unknown = propertiesIn(ast, new Set()).flatMap(({ owner, key, node }) => {
    const known = environment.properties[owner];
    if (!known || known.includes(key) || !environment.cel.hasVariable(owner)) return [];
    return [{ owner, key, known, index: node.end - key.length }];
  });
  for (const { owner, key, known, index } of unknown) {
    report(index, describe(owner, key, environment), didYouMean(key, known));
  }
  return unknown.length === 0;
}

function describe(owner: string, key: string, { entity }: ExpressionEnvironment): string {
  if (owner === 'record') return `no field \`${key}\` in ${entity?.key ?? 'the record'}`;
  if (owner === 'constants') return `no constant \`${key}\``;
  return `a user has no \`${key}\``;
}

interface Property {
  readonly owner: string;
  readonly key: string;
  readonly node: ASTNode;
}

function propertiesIn(node: ASTNode, shadowed: ReadonlySet<string>): readonly Property[] {
  const own = propertyOf(node);
  const inner = node.op === 'rcall' ? withVariable(node, shadowed) : shadowed;
  const below = children(node).flatMap((child) => propertiesIn(child, inner));
  return own && !shadowed.has(own.owner) ? [own, ...below] : below;
}

/** `record.amount` → record and amount. */
export function propertyOf(node: ASTNode): Property | undefined {
  if (node.op !== '.') return undefined;
  const [owner, key] = node.args as [ASTNode, string];
  return owner.op === 'id' ? { owner: owner.args as string, key, node } : undefined;
}

/** In `list.map(record, …)` the name means a row. */
function withVariable(node: ASTNode, shadowed: ReadonlySet<string>): ReadonlySet<string> {
  const [, , args] = node.args as [string, ASTNode, ASTNode[]];
  const [first] = args;
  return args.length > 1 && first?.op === 'id' ? new Set([...shadowed, first.args as string]) : shadowed;
}

/** Keys of the record's properties an expression looks at; none where it does not parse. */
export function recordFieldsIn({ cel }: ExpressionEnvironment, source: string): readonly string[] {
  try {
    const properties = propertiesIn(cel.parse(source).ast, new Set());
    return properties.filter(({ owner }) => owner === 'record').map(({ key }) => key);
  } catch {
    return [];
  }
}

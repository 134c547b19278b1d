import type { ASTNode } from '@marcbachmann/cel-js';
import { suggestName } from '../document/nearest-name.js';
import { getFieldType } from '../field-types/find-field-type.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import type { ReportProblem } from './check-patterns.js';
import { listChildNodes } from './presence-checks.js';

type Keys = { readonly known: readonly string[]; readonly every: boolean };

export function checkConstantKeys(
  environment: ExpressionEnvironment,
  ast: ASTNode,
  report: ReportProblem,
): boolean {
  const here = checkNode(environment, ast, report);
  const below = listChildNodes(ast).map((child) => checkConstantKeys(environment, child, report));
  return here && below.every(Boolean);
}

function checkNode(environment: ExpressionEnvironment, node: ASTNode, report: ReportProblem): boolean {
  if (node.op !== '[]' && node.op !== '.') return true;
  const [owner, key] = node.args as [ASTNode, ASTNode | string];
  const name = findConstant(owner);
  const keys = name === undefined ? undefined : environment.shared.constants[name]?.keys;
  if (name === undefined || !keys || keys.every) return true;
  const words = typeof key === 'string' ? [key] : listPossibleKeys(environment, key);
  const index = typeof key === 'string' ? node.end - key.length : key.start;
  if (words === 'any') {
    report(
      index,
      `\`${name}\` may be read with a key that has no value`,
      `write \`else:\` in \`${name}\`, or ask by a choice`,
    );
    return false;
  }
  const missing = words.find((word) => !keys.known.includes(word));
  if (missing === undefined) return true;
  report(index, `\`${name}\` has no value for \`${missing.slice(0, 60)}\``, suggestRemedy(missing, keys));
  return false;
}

const suggestRemedy = (missing: string, { known }: Keys): string | undefined =>
  suggestName(missing, known) ?? 'give it a value, or write `else:` for all others';

function findConstant(node: ASTNode): string | undefined {
  if (node.op !== '.') return undefined;
  const [owner, key] = node.args as [ASTNode, string];
  return owner.op === 'id' && (owner.args as string) === 'constants' ? key : undefined;
}

/** 'any': columns of rows and computed keys are looked up at evaluation. */
function listPossibleKeys({ entity }: ExpressionEnvironment, node: ASTNode): readonly string[] | 'any' {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : [];
  if (node.op !== '.' || !entity) return [];
  const [owner, key] = node.args as [ASTNode, string];
  if (owner.op !== 'id' || (owner.args as string) !== 'record') return [];
  const field = entity.fields.find((each) => each.key === key);
  if (!field) return [];
  return getFieldType(field).isListed ? field.choices.map(({ value }) => value) : 'any';
}

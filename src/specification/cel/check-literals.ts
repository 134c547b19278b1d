// An unknown state, choice or role would never compare as true: `record.state == 'submited'`.
import type { ASTNode } from '@marcbachmann/cel-js';
import { suggestName } from '../document/nearest-name.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { getPropertyAccess } from './check-names.js';
import { getFieldType } from '../field-types/find-field-type.js';
import type { ReportProblem } from './check-patterns.js';
import { listChildNodes } from './presence-checks.js';

export function checkLiterals(
  environment: ExpressionEnvironment,
  ast: ASTNode,
  report: ReportProblem,
): boolean {
  const here = findComparedLiterals(ast).map(([subject, word]) =>
    checkWord(environment, subject, word, report),
  );
  const below = listChildNodes(ast).map((child) => checkLiterals(environment, child, report));
  return [...here, ...below].every(Boolean);
}

type ComparedLiteral = readonly [subject: ASTNode, word: ASTNode];

function findComparedLiterals(node: ASTNode): readonly ComparedLiteral[] {
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return [];
  const [left, right] = node.args as [ASTNode, ASTNode];
  if (node.op !== 'in')
    return [
      [left, right],
      [right, left],
    ];
  return right.op === 'list'
    ? (right.args as readonly ASTNode[]).map((word) => [left, word])
    : [[right, left]];
}

function checkWord(
  environment: ExpressionEnvironment,
  subject: ASTNode,
  word: ASTNode,
  report: ReportProblem,
): boolean {
  if (word.op !== 'value' || typeof word.args !== 'string') return true;
  const known = findKnownLiterals(environment, subject);
  if (!known || known.words.includes(word.args)) return true;
  report(
    word.start,
    `no ${known.what(`\`${word.args.slice(0, 60)}\``)}`,
    suggestName(word.args, known.words),
  );
  return false;
}

interface KnownLiterals {
  readonly words: readonly string[];
  what(word: string): string;
}

function findKnownLiterals({ entity }: ExpressionEnvironment, subject: ASTNode): KnownLiterals | undefined {
  const property = getPropertyAccess(subject);
  if (!property || !entity) return undefined;
  const { owner, key } = property;
  if (owner === 'user' && key === 'roles') return { words: entity.roles, what: (word) => `role ${word}` };
  if (owner !== 'record') return undefined;
  if (key === 'state') return { words: entity.states, what: (word) => `state ${word} in ${entity.key}` };
  const field = entity.fields.find((each) => each.key === key && getFieldType(each).isListed);
  return (
    field && {
      words: field.choices.map(({ value }) => value),
      what: (word) => `choice ${word} in ${key} of ${entity.key}`,
    }
  );
}

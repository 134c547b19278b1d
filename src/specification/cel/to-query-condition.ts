import type { ASTNode } from '@marcbachmann/cel-js';
import type { Condition, Field } from '../model/specification.js';
import { toComparableOperand } from './comparable-operand.js';
import { getPropertyAccess } from './check-names.js';
import { RECORD_PROPERTIES, type ExpressionEnvironment } from './entity-environment.js';
import { getCelType } from './convert-field-values.js';
import { hasSingleValue, getFieldType } from '../field-types/find-field-type.js';
import { matchPresenceTest } from './presence-checks.js';

/** Neither holds if a needed value is missing. */
interface TruthCases {
  readonly whenTrue: Condition;
  readonly whenFalse: Condition;
}

/** undefined: has to be evaluated per record. */
export function toQueryCondition(ast: ASTNode, environment: ExpressionEnvironment): Condition | undefined {
  return toTruthCases(ast, environment)?.whenTrue;
}

function toTruthCases(node: ASTNode, environment: ExpressionEnvironment): TruthCases | undefined {
  const given = matchPresenceTest(node);
  if (given) return toGivenCases(given.subject, given.given, environment);
  if (isComparison(node.op)) return toComparisonCases(node.op, node.args as [ASTNode, ASTNode], environment);
  switch (node.op) {
    case 'value':
      return toConstantCases(node.args);
    case '!_':
      return negateCases(toTruthCases(node.args as ASTNode, environment));
    case '&&':
    case '||':
      return joinCases(node.op, node.args as [ASTNode, ASTNode], environment);
    case 'in':
      return toMembershipCases(node.args as [ASTNode, ASTNode], environment);
    case '.':
      return toFlagCases(node, environment);
    default:
      return undefined;
  }
}

function toConstantCases(value: unknown): TruthCases | undefined {
  return typeof value === 'boolean'
    ? { whenTrue: { always: value }, whenFalse: { always: !value } }
    : undefined;
}

function negateCases(cases: TruthCases | undefined): TruthCases | undefined {
  return cases && { whenTrue: cases.whenFalse, whenFalse: cases.whenTrue };
}

/** `false && anything` is false even if the other side throws; likewise `||`. */
function joinCases(
  op: '&&' | '||',
  sides: readonly [ASTNode, ASTNode],
  environment: ExpressionEnvironment,
): TruthCases | undefined {
  const [left, right] = sides.map((side) => toTruthCases(side, environment));
  if (!left || !right) return undefined;
  const all = (a: Condition, b: Condition): Condition => ({ all: [a, b] });
  const any = (a: Condition, b: Condition): Condition => ({ any: [a, b] });
  const [whenTrue, whenFalse] = op === '&&' ? [all, any] : [any, all];
  return {
    whenTrue: whenTrue(left.whenTrue, right.whenTrue),
    whenFalse: whenFalse(left.whenFalse, right.whenFalse),
  };
}

type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
function isComparison(op: string): op is ComparisonOperator {
  return Object.hasOwn(OPPOSITE, op);
}

const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function toComparisonCases(
  op: ComparisonOperator,
  sides: readonly [ASTNode, ASTNode],
  environment: ExpressionEnvironment,
): TruthCases | undefined {
  const [left, right] = sides;
  return (
    compareWithColumn(op, left, right, environment) ??
    compareWithColumn(MIRRORED[op], right, left, environment)
  );
}

function compareWithColumn(
  is: ComparisonOperator,
  subject: ASTNode,
  other: ASTNode,
  environment: ExpressionEnvironment,
): TruthCases | undefined {
  const column = findColumn(subject, environment);
  if (!column) return undefined;
  const to = toComparableOperand(column.field, other, environment);
  if (!to || (!column.ordered && is !== '==' && is !== '!=')) return undefined;
  const test = (how: ComparisonOperator): Condition => ({ field: column.name, is: how, to });
  return {
    whenTrue: requireGiven(column.name, test(is), is),
    whenFalse: requireGiven(column.name, test(OPPOSITE[is]), OPPOSITE[is]),
  };
}

/** `!=` would hold for null, where the expression throws. */
function requireGiven(name: string, test: Condition, is: ComparisonOperator): Condition {
  return is === '!=' ? { all: [createGivenCondition(name), test] } : test;
}

function createGivenCondition(name: string): Condition {
  return { field: name, is: '!=', to: { value: null } };
}

function toGivenCases(
  subject: ASTNode,
  isGiven: boolean,
  environment: ExpressionEnvironment,
): TruthCases | undefined {
  const column = findColumn(subject, environment);
  if (!column) return undefined;
  const missing: Condition = { field: column.name, is: '==', to: { value: null } };
  const cases = { whenTrue: createGivenCondition(column.name), whenFalse: missing };
  return isGiven ? cases : negateCases(cases);
}

function toMembershipCases(
  [subject, list]: readonly [ASTNode, ASTNode],
  environment: ExpressionEnvironment,
): TruthCases | undefined {
  const column = findColumn(subject, environment);
  if (!column || list.op !== 'list') return undefined;
  const values = (list.args as readonly ASTNode[]).map((each) =>
    toComparableOperand(column.field, each, environment),
  );
  if (values.some((each) => each === undefined || 'user' in each)) return undefined;
  const value = values.flatMap((each) => (each && 'value' in each ? [each.value as string] : []));
  const inside: Condition = { field: column.name, is: 'in', to: { value } };
  return { whenTrue: inside, whenFalse: { all: [createGivenCondition(column.name), { not: inside }] } };
}

function toFlagCases(node: ASTNode, environment: ExpressionEnvironment): TruthCases | undefined {
  const column = findColumn(node, environment);
  if (!column || getCelType(column.field) !== 'bool') return undefined;
  const is = (value: boolean): Condition => ({ field: column.name, is: '==', to: { value } });
  return { whenTrue: is(true), whenFalse: is(false) };
}

interface ConditionColumn {
  readonly name: string;
  readonly field: Pick<Field, 'type' | 'places' | 'currency'>;
  readonly ordered: boolean;
}

function findColumn(node: ASTNode, { entity }: ExpressionEnvironment): ConditionColumn | undefined {
  const property = getPropertyAccess(node);
  if (property?.owner !== 'record' || !entity) return undefined;
  const { key } = property;
  if (Object.hasOwn(RECORD_PROPERTIES, key)) {
    const isMoment = key === 'openedAt';
    return { name: key, field: { type: isMoment ? 'dateTime' : 'text', places: 0 }, ordered: isMoment };
  }
  const field = entity.fields.find((each) => each.key === key);
  // Sealed values and tables cannot be compared.
  if (!field || field.personal !== undefined || !hasSingleValue(field)) return undefined;
  return { name: `fields.${key}`, field, ordered: getFieldType(field).isOrdered === true };
}

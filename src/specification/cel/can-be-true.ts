import type { ASTNode } from '@marcbachmann/cel-js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { getPropertyAccess } from './check-names.js';

interface KnownBeforehand {
  readonly states: readonly string[];
  /** The system holds no role. */
  readonly isSystem?: boolean;
}

export const canBeTrue = (
  environment: ExpressionEnvironment,
  source: string,
  known: KnownBeforehand,
): boolean => evaluateByState(environment, source, known).some((result) => !result || result.value === true);

export const isAlwaysTrue = (
  environment: ExpressionEnvironment,
  source: string,
  known: KnownBeforehand,
): boolean => evaluateByState(environment, source, known).every((result) => result?.value === true);

type KnownResult = { readonly value: unknown } | undefined;

interface Situation {
  readonly state: string;
  readonly isSystem: boolean;
}

function evaluateByState(
  { cel }: ExpressionEnvironment,
  source: string,
  { states, isSystem = false }: KnownBeforehand,
): readonly KnownResult[] {
  const { ast } = cel.parse(source);
  return states.map((state) => evaluateStatically(ast, { state, isSystem }));
}

function evaluateStatically(node: ASTNode, situation: Situation): KnownResult {
  switch (node.op) {
    case 'value':
      return { value: node.args };
    case '.':
    case '[]':
      return evaluateProperty(node, situation);
    case 'list':
      return evaluateList(node.args, situation);
    case 'rcall':
      return evaluateOverEmptyList(node.args, situation);
    case '!_':
      return negateResult(evaluateStatically(node.args, situation));
    default:
      return evaluateJoined(node, situation);
  }
}

function evaluateJoined(node: ASTNode, situation: Situation): KnownResult {
  const of = (operand: ASTNode) => evaluateStatically(operand, situation);
  switch (node.op) {
    case '&&':
    case '||':
      return joinResults(node.op === '||', node.args.map(of));
    case '?:':
      return chooseResult(...(node.args.map(of) as [KnownResult, KnownResult, KnownResult]));
    case '==':
      return compareResults(...(node.args.map(of) as [KnownResult, KnownResult]));
    case '!=':
      return negateResult(compareResults(...(node.args.map(of) as [KnownResult, KnownResult])));
    case 'in':
      return containsResult(...(node.args.map(of) as [KnownResult, KnownResult]));
    default:
      return undefined;
  }
}

function evaluateProperty(node: ASTNode, { state, isSystem }: Situation): KnownResult {
  const property = getPropertyAccess(node);
  if (property?.owner === 'record' && property.key === 'state') return { value: state };
  return property?.owner === 'user' && property.key === 'roles' && isSystem ? { value: [] } : undefined;
}

function evaluateList(items: readonly ASTNode[], situation: Situation): KnownResult {
  const results = items.map((item) => evaluateStatically(item, situation));
  return results.includes(undefined) ? undefined : { value: results.map((result) => result!.value) };
}

const IN_AN_EMPTY_LIST: Readonly<Record<string, boolean>> = { all: true, exists: false, exists_one: false };

function evaluateOverEmptyList(
  [name, list]: readonly [string, ASTNode, readonly ASTNode[]],
  situation: Situation,
): KnownResult {
  const items = evaluateStatically(list, situation)?.value;
  const isEmpty = Array.isArray(items) && items.length === 0;
  return isEmpty && Object.hasOwn(IN_AN_EMPTY_LIST, name) ? { value: IN_AN_EMPTY_LIST[name] } : undefined;
}

const negateResult = (result: KnownResult): KnownResult => result && { value: result.value !== true };

/** A `decisive` side decides even if the other throws. */
function joinResults(decisive: boolean, sides: readonly KnownResult[]): KnownResult {
  if (sides.some((side) => side?.value === decisive)) return { value: decisive };
  return sides.includes(undefined) ? undefined : { value: !decisive };
}

function chooseResult(test: KnownResult, whenTrue: KnownResult, whenFalse: KnownResult): KnownResult {
  return test && (test.value === true ? whenTrue : whenFalse);
}

function compareResults(one: KnownResult, other: KnownResult): KnownResult {
  const isComparable = ({ value }: NonNullable<KnownResult>) => ['string', 'boolean'].includes(typeof value);
  return one && other && isComparable(one) && isComparable(other)
    ? { value: one.value === other.value }
    : undefined;
}

function containsResult(item: KnownResult, list: KnownResult): KnownResult {
  const items = list?.value;
  if (!Array.isArray(items)) return undefined;
  if (items.length === 0) return { value: false };
  const isText = typeof item?.value === 'string' && items.every((each) => typeof each === 'string');
  return isText ? { value: items.includes(item.value) } : undefined;
}

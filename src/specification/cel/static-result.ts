// What an expression comes to for every record: as far as its literals, the record's state and who acts decide it.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { propertyOf } from './check-names.js';

interface KnownBeforehand {
  /** States that the record may be in. */
  readonly states: readonly string[];
  /** true: Daybook itself acts, which holds no role. */
  readonly isSystem?: boolean;
}

/** Whether it may be true for some record. */
export const canHold = (
  environment: ExpressionEnvironment,
  source: string,
  known: KnownBeforehand,
): boolean => resultsByState(environment, source, known).some((result) => !result || result.value === true);

/** Whether it is true for every record. */
export const alwaysHolds = (
  environment: ExpressionEnvironment,
  source: string,
  known: KnownBeforehand,
): boolean => resultsByState(environment, source, known).every((result) => result?.value === true);

/** undefined: it depends on more. */
type KnownResult = { readonly value: unknown } | undefined;

interface Situation {
  readonly state: string;
  readonly isSystem: boolean;
}

function resultsByState(
  { cel }: ExpressionEnvironment,
  source: string,
  { states, isSystem = false }: KnownBeforehand,
): readonly KnownResult[] {
  const { ast } = cel.parse(source);
  return states.map((state) => resultOf(ast, { state, isSystem }));
}

function resultOf(node: ASTNode, situation: Situation): KnownResult {
  switch (node.op) {
    case 'value':
      return { value: node.args };
    case '.':
    case '[]':
      return propertyValue(node, situation);
    case 'list':
      return listed(node.args, situation);
    case 'rcall':
      return overNothing(node.args, situation);
    case '!_':
      return not(resultOf(node.args, situation));
    default:
      return joinedResult(node, situation);
  }
}

function joinedResult(node: ASTNode, situation: Situation): KnownResult {
  const of = (operand: ASTNode) => resultOf(operand, situation);
  switch (node.op) {
    case '&&':
    case '||':
      return joined(node.op === '||', node.args.map(of));
    case '?:':
      return chosen(...(node.args.map(of) as [KnownResult, KnownResult, KnownResult]));
    case '==':
      return equal(...(node.args.map(of) as [KnownResult, KnownResult]));
    case '!=':
      return not(equal(...(node.args.map(of) as [KnownResult, KnownResult])));
    case 'in':
      return contained(...(node.args.map(of) as [KnownResult, KnownResult]));
    default:
      return undefined;
  }
}

function propertyValue(node: ASTNode, { state, isSystem }: Situation): KnownResult {
  const property = propertyOf(node);
  if (property?.owner === 'record' && property.key === 'state') return { value: state };
  return property?.owner === 'user' && property.key === 'roles' && isSystem ? { value: [] } : undefined;
}

function listed(items: readonly ASTNode[], situation: Situation): KnownResult {
  const results = items.map((item) => resultOf(item, situation));
  return results.includes(undefined) ? undefined : { value: results.map((result) => result!.value) };
}

const IN_AN_EMPTY_LIST: Readonly<Record<string, boolean>> = { all: true, exists: false, exists_one: false };

function overNothing(
  [name, list]: readonly [string, ASTNode, readonly ASTNode[]],
  situation: Situation,
): KnownResult {
  const items = resultOf(list, situation)?.value;
  const isEmpty = Array.isArray(items) && items.length === 0;
  return isEmpty && Object.hasOwn(IN_AN_EMPTY_LIST, name) ? { value: IN_AN_EMPTY_LIST[name] } : undefined;
}

const not = (result: KnownResult): KnownResult => result && { value: result.value !== true };

/** `decisive`: one side that is so decides, even where the other has no answer. */
function joined(decisive: boolean, sides: readonly KnownResult[]): KnownResult {
  if (sides.some((side) => side?.value === decisive)) return { value: decisive };
  return sides.includes(undefined) ? undefined : { value: !decisive };
}

function chosen(test: KnownResult, whenTrue: KnownResult, whenFalse: KnownResult): KnownResult {
  return test && (test.value === true ? whenTrue : whenFalse);
}

/** Numbers of two types may be equal, and are left to the evaluation. */
function equal(one: KnownResult, other: KnownResult): KnownResult {
  const isComparable = ({ value }: NonNullable<KnownResult>) => ['string', 'boolean'].includes(typeof value);
  return one && other && isComparable(one) && isComparable(other)
    ? { value: one.value === other.value }
    : undefined;
}

function contained(item: KnownResult, list: KnownResult): KnownResult {
  const items = list?.value;
  if (!Array.isArray(items)) return undefined;
  if (items.length === 0) return { value: false };
  const isText = typeof item?.value === 'string' && items.every((each) => typeof each === 'string');
  return isText ? { value: items.includes(item.value) } : undefined;
}

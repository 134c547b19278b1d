import { type ASTNode, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { Expression, Scope, SectionNumber } from '../model/specification.js';
import { type Node, findPositionInText } from '../document/yaml-node.js';
import type { Diagnostics } from '../document/diagnostics.js';
import { toQueryCondition } from './to-query-condition.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { explainExpressionError } from './explain-expression-error.js';
import { addStepMetering, runWithinBudget } from './evaluation-budget.js';
import { checkLiterals } from './check-literals.js';
import { EXPRESSION_PLACES, restrictScope, type ExpressionPlace } from './expression-contexts.js';
import {
  checkNamesAllowedInContext,
  checkPropertyNames,
  listTableConditions,
  findConstants,
} from './check-names.js';
import { checkPatterns, type ReportProblem } from './check-patterns.js';
import { CEL_USER_TYPE } from '../values/cel-type-names.js';
import { describeType } from './describe-type.js';
import { rewritePresenceChecks } from './presence-checks.js';

const MAX_LENGTH = 4000;
const EXPRESSION_STEPS = 50;

export interface ExpectedResult<T> {
  /** Accepted expression types, such as `bool`. */
  readonly types: readonly string[] | ((type: string) => boolean);
  /** `true or false` */
  readonly words: string;
  readonly convert?: (result: unknown) => T;
}

export const BOOLEAN_RESULT: ExpectedResult<boolean> = { types: ['bool'], words: 'true or false' };

export const USER_RESULT: ExpectedResult<string | null> = {
  types: ['string', 'null', CEL_USER_TYPE],
  words: 'a user',
  convert: (result) => {
    if (typeof result === 'string') return result === '' ? null : result;
    return typeof result === 'object' && result !== null && 'id' in result ? String(result.id) : null;
  },
};

export interface ExpressionSource {
  readonly source: string;
  readonly place: ExpressionPlace;
  readonly node: Node;
  readonly section: SectionNumber;
  /** Start of the source within the node's text; not 0 in templates. */
  readonly offset?: number;
}

export function compileExpression<T>(
  environment: ExpressionEnvironment,
  shown: ExpressionSource,
  wanted: ExpectedResult<T>,
  problems: Diagnostics,
): Expression<T> | undefined {
  const { source, place, node, section, offset = 0 } = shown;
  const spot = (index: number) => findPositionInText(node, index + offset);
  const report = (index: number, message: string, remedy?: string) =>
    problems.report(spot(index), message, remedy);
  if (source.length > MAX_LENGTH) {
    report(
      0,
      `the expression is longer than ${MAX_LENGTH} characters`,
      'compute parts of it in fields of their own',
    );
    return undefined;
  }
  problems.spend(EXPRESSION_STEPS + source.length);
  const parsed = parse(environment, source, report);
  if (!parsed) return undefined;
  const named = checkPropertyNames(environment, parsed.ast, report);
  const matching = checkPatterns(parsed.ast, report);
  if (!checkLiterals(environment, parsed.ast, report) || !named || !matching) return undefined;
  const run = typeCheck(environment, source, parsed.ast, report);
  if (!run) return undefined;
  if (!isExpectedType(run.type, wanted)) {
    report(0, `this gives ${describeType(run.type)}, not ${wanted.words}`);
    return undefined;
  }
  checkNamesAllowedInContext(environment, { source, place, ast: parsed.ast }, (index, message, remedy) =>
    problems.reportIfNew(spot(index), message, remedy),
  );
  addStepMetering(run.parsed.ast);
  const asks = listTableConditions(environment, findConstants(environment, source));
  const condition = run.type === 'bool' ? toQueryCondition(parsed.ast, environment) : undefined;
  const evaluate = createEvaluator(environment, place, run.parsed, wanted.convert);
  return {
    source,
    place: { section, ...spot(0) },
    ...(condition && { condition }),
    ...(asks.length > 0 && { asks }),
    evaluate,
  };
}

function parse(
  environment: ExpressionEnvironment,
  source: string,
  report: ReportProblem,
): ParseResult | undefined {
  try {
    return environment.cel.parse(source);
  } catch (error) {
    const { index, message, remedy } = explainExpressionError(error, environment);
    report(index, message, remedy);
    return undefined;
  }
}

function typeCheck(environment: ExpressionEnvironment, source: string, ast: ASTNode, report: ReportProblem) {
  const rewritten = rewritePresenceChecks(source, ast);
  const parsed = parse(environment, rewritten.source, report);
  if (!parsed) return undefined;
  const { valid, type = 'dyn', error } = parsed.check();
  if (valid) return { parsed, type };
  const { index, message, remedy } = explainExpressionError(error, environment);
  report(rewritten.at(index), message, remedy);
  return undefined;
}

function isExpectedType(type: string, { types }: Pick<ExpectedResult<unknown>, 'types'>): boolean {
  return type === 'dyn' || (typeof types === 'function' ? types(type) : types.includes(type));
}

function createEvaluator<T>(
  { context }: ExpressionEnvironment,
  place: ExpressionPlace,
  run: ParseResult,
  convert: ((result: unknown) => T) | undefined,
): (scope: Scope) => T {
  const names = EXPRESSION_PLACES[place];
  return (scope) => {
    try {
      const result: unknown = runWithinBudget(() => run(context(restrictScope(names, scope))) as unknown);
      return convert ? convert(result) : (result as T);
    } catch (error) {
      if (error instanceof EvaluationError) throw new NotEvaluable(error.summary);
      // A day beyond the calendar, an unknown time zone, a text that is not JSON.
      if (error instanceof RangeError || error instanceof SyntaxError) throw new NotEvaluable(error.message);
      throw error;
    }
  };
}

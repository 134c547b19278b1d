// What an evaluation may cost: every node of an expression counts each time it is evaluated, and the more the larger its result is,
// since nested loops over tables and texts that double otherwise stand still for as long as somebody likes.
import type { ASTNode } from '@marcbachmann/cel-js';
import { NotEvaluable, TooManySteps } from '../values/not-evaluable.js';
import { compilePattern } from '../values/pattern.js';
import { CalendarDate, assertInCalendar, Period } from '../values/calendar-date.js';
/** Of one expression: about a twentieth of a second. */
const MAX_STEPS = 500_000;

/** One for all, since loops swallow it and meet it again: a stack costs more than the step. */
const NO_STEPS_LEFT = new TooManySteps(`the expression takes more than ${MAX_STEPS} steps`);

let remainingSteps = MAX_STEPS;

/** Throws `TooManySteps`, also where the expression itself swallowed it (`||` and `exists` go on after an error). */
export function runWithinBudget<T>(run: () => T): T {
  const before = remainingSteps;
  const most = Math.min(MAX_STEPS, getRemainingSteps());
  remainingSteps = most;
  try {
    const result = run();
    if (remainingSteps < 0) throw NO_STEPS_LEFT;
    return result;
  } catch (error) {
    throw remainingSteps < 0 ? NO_STEPS_LEFT : error;
  } finally {
    spendSharedSteps(most - remainingSteps);
    remainingSteps = before;
  }
}

export function spendSteps(steps: number): void {
  remainingSteps -= steps;
  if (remainingSteps < 0) throw NO_STEPS_LEFT;
}

/** Four expressions that take all they may; rules that people write take thousands. */
const MAX_SHARED_STEPS = 2_000_000;

let remainingSharedSteps = Infinity;

/**
 * Everything that is evaluated in here, all expressions of one decision or of one page, draws on one account: a hundred rules
 * of nearly too many steps each would stand still for a hundred times as long as one. It ends with `run`, which therefore
 * waits for nothing.
 */
export function runWithSharedBudget<T>(run: () => T): T {
  if (remainingSharedSteps !== Infinity) return run();
  remainingSharedSteps = MAX_SHARED_STEPS;
  try {
    return run();
  } finally {
    remainingSharedSteps = Infinity;
  }
}

/** On that account; `Infinity` where none is open. */
export const getRemainingSteps = (): number => remainingSharedSteps;

function spendSharedSteps(steps: number): void {
  remainingSharedSteps = Math.max(0, remainingSharedSteps - steps);
}

type Evaluate = (evaluator: unknown, node: ASTNode, context: unknown) => unknown;
type StepHandler = (values: readonly unknown[], ...rest: unknown[]) => unknown;

/** A node as the library has it once it is checked. */
interface CheckedNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { evaluate: Evaluate; readonly alternate?: CheckedNode; readonly macro?: object };
  handle?: StepHandler;
}

/** Makes a checked expression count. */
export function meterExpression(ast: ASTNode): void {
  for (const node of listNodes(ast as unknown as CheckedNode)) {
    const { evaluate } = node.meta;
    node.meta.evaluate = (evaluator, self, context) => {
      spendSteps(1);
      const result = evaluate(evaluator, self, context);
      assertInCalendar(result);
      const size = measureResult(result, node.op);
      if (size > 0) spendSteps(size);
      return result;
    };
    if (node.op === 'rcall' && node.handle) node.handle = meterHandler(node, node.handle);
  }
}

/** Also what macros were turned into; every node once. */
function listNodes(ast: CheckedNode): ReadonlySet<CheckedNode> {
  const found = new Set<CheckedNode>();
  const waiting: unknown[] = [ast];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (Array.isArray(each)) for (const item of each as unknown[]) waiting.push(item);
    else if (isCheckedNode(each)) {
      if (found.has(each)) continue;
      found.add(each);
      waiting.push(each.args, each.meta.alternate, each.meta.macro);
    } else if (isPlain(each)) for (const item of Object.values(each)) waiting.push(item);
  }
  return found;
}

function isCheckedNode(value: unknown): value is CheckedNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'meta' in value;
}

/** Parts of macros and comprehensions: maps of nodes, with other things between. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Days, moments and periods that are read cost little, those that are counted out go through the calendar. */
const READ = 5;
const CALENDAR = 100;

function measureResult(result: unknown, op: string): number {
  if (typeof result === 'string') return result.length >> 5;
  if (typeof result !== 'object' || result === null) return 0;
  if (Array.isArray(result) || result instanceof Uint8Array) return result.length;
  if (!(result instanceof CalendarDate || result instanceof Date || result instanceof Period)) return 0;
  return op === '.' || op === 'id' ? READ : CALENDAR;
}

/** Functions that cost more than the sizes of their arguments and result. */
function meterHandler(node: CheckedNode, handle: StepHandler): StepHandler {
  const [name] = node.args as readonly [string];
  if (name === 'matches') return ([text, pattern]) => matches(text, pattern);
  if (SEARCHES.has(name))
    return (values, ...rest) => {
      spendSteps((measureLength(values[0]) * measureLength(values[1])) >> 10);
      return handle(values, ...rest);
    };
  // `getHours("Europe/Berlin")` asks for the calendar of the place.
  if (name.startsWith('get'))
    return (values, ...rest) => {
      if (values.length > 1) spendSteps(CALENDAR * 5);
      return handle(values, ...rest);
    };
  return handle;
}

const SEARCHES: ReadonlySet<string> = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);

const measureLength = (value: unknown) => (typeof value === 'string' ? value.length : 0);

function matches(text: unknown, source: unknown): boolean {
  if (typeof text !== 'string' || typeof source !== 'string')
    throw new NotEvaluable('only a text matches a pattern');
  spendSteps(source.length);
  const pattern = compilePattern(source);
  if ('wrong' in pattern) throw new NotEvaluable(pattern.wrong);
  spendSteps((text.length * pattern.size) >> 4);
  return pattern.occursIn(text);
}

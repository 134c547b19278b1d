// Each evaluated node counts, more for large results: loops and doubling texts would block the process.
import type { ASTNode } from '@marcbachmann/cel-js';
import { NotEvaluable, TooManySteps } from '../values/not-evaluable.js';
import { compilePattern } from '../values/pattern.js';
import { CalendarDate, assertFourDigitYear, Period } from '../values/calendar-date.js';
/** Takes about a twentieth of a second. */
const MAX_STEPS = 500_000;

/** Shared: loops throw it repeatedly, and a stack costs more than a step. */
const NO_STEPS_LEFT = new TooManySteps(`the expression takes more than ${MAX_STEPS} steps`);

let remainingSteps = MAX_STEPS;

/** Throws `TooManySteps`, even if `||` or `exists` swallowed it. */
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

/** Four of the largest expressions; typical rules take thousands. */
const MAX_SHARED_STEPS = 2_000_000;

let remainingSharedSteps = Infinity;

/** Shared by expressions of a decision or page; `run` must be synchronous. */
export function runWithSharedBudget<T>(run: () => T): T {
  if (remainingSharedSteps !== Infinity) return run();
  remainingSharedSteps = MAX_SHARED_STEPS;
  try {
    return run();
  } finally {
    remainingSharedSteps = Infinity;
  }
}

export const getRemainingSteps = (): number => remainingSharedSteps;

function spendSharedSteps(steps: number): void {
  remainingSharedSteps = Math.max(0, remainingSharedSteps - steps);
}

type Evaluate = (evaluator: unknown, node: ASTNode, context: unknown) => unknown;
type StepHandler = (values: readonly unknown[], ...rest: unknown[]) => unknown;

interface CheckedNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { evaluate: Evaluate; readonly alternate?: CheckedNode; readonly macro?: object };
  handle?: StepHandler;
}

export function addStepMetering(ast: ASTNode): void {
  for (const node of listNodes(ast as unknown as CheckedNode)) {
    const { evaluate } = node.meta;
    node.meta.evaluate = (evaluator, self, context) => {
      spendSteps(1);
      const result = evaluate(evaluator, self, context);
      assertFourDigitYear(result);
      const size = measureResult(result, node.op);
      if (size > 0) spendSteps(size);
      return result;
    };
    if (node.op === 'rcall' && node.handle) node.handle = meterHandler(node, node.handle);
  }
}

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

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const READ_STEPS = 5;
const CALENDAR_STEPS = 100;

function measureResult(result: unknown, op: string): number {
  if (typeof result === 'string') return result.length >> 5;
  if (typeof result !== 'object' || result === null) return 0;
  if (Array.isArray(result) || result instanceof Uint8Array) return result.length;
  if (!(result instanceof CalendarDate || result instanceof Date || result instanceof Period)) return 0;
  return op === '.' || op === 'id' ? READ_STEPS : CALENDAR_STEPS;
}

function meterHandler(node: CheckedNode, handle: StepHandler): StepHandler {
  const [name] = node.args as readonly [string];
  if (name === 'matches') return ([text, pattern]) => matches(text, pattern);
  if (SEARCHES.has(name))
    return (values, ...rest) => {
      spendSteps((measureLength(values[0]) * measureLength(values[1])) >> 10);
      return handle(values, ...rest);
    };
  // `getHours("Europe/Berlin")` needs the calendar.
  if (name.startsWith('get'))
    return (values, ...rest) => {
      if (values.length > 1) spendSteps(CALENDAR_STEPS * 5);
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

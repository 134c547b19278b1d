import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { HAS_PROPERTY, LazyView } from '../values/lazy-view-class.js';

/** Short, as a rewritten comparison must not grow. */
const GIVEN = 'is';

interface Macro {
  readonly argument: ASTNode;
}

export function registerPresenceChecks(environment: Environment): void {
  environment.registerFunction(`${GIVEN}(ast): bool`, (({ args }: { args: ASTNode[] }) => ({
    argument: args[0],
    async: false,
    typeCheck(checker: Checker, macro: Macro, context: unknown) {
      checker.check(macro.argument, context);
      return checker.getType('bool');
    },
    evaluate(evaluator: Evaluator, macro: Macro, context: unknown) {
      const [owner, key] = macro.argument.args as [ASTNode, string];
      const object = evaluator.run(owner, context);
      if (object instanceof LazyView) return object[HAS_PROPERTY](key);
      if (object instanceof Map) return object.has(key);
      return typeof object === 'object' && object !== null && Object.hasOwn(object, key);
    },
  })) as never);
}

interface Checker {
  check(node: ASTNode, context: unknown): unknown;
  getType(name: string): unknown;
}

interface Evaluator {
  run(node: ASTNode, context: unknown): unknown;
}

interface RewrittenSource {
  readonly source: string;
  at(index: number): number;
}

export function rewritePresenceChecks(source: string, ast: ASTNode): RewrittenSource {
  const moved: { readonly start: number; readonly end: number; readonly by: number }[] = [];
  let rewritten = source;
  for (const { node, subject, given } of findPresenceTests(ast)) {
    const inner = source.slice(subject.start, subject.end);
    const call = `${given ? '' : '!'}${GIVEN}(${inner})`;
    const text = node.op === 'call' ? ` ${call}` : call.padEnd(node.end - node.start);
    if (text.length !== node.end - node.start) continue;
    rewritten = rewritten.slice(0, node.start) + text + rewritten.slice(node.end);
    moved.push({ start: node.start, end: node.end, by: subject.start - node.start - text.indexOf('(') - 1 });
  }
  return {
    source: rewritten,
    at(index) {
      const within = moved.find(({ start, end }) => index >= start && index < end);
      return within ? Math.min(within.end, Math.max(within.start, index + within.by)) : index;
    },
  };
}

interface PresenceTest {
  readonly node: ASTNode;
  readonly subject: ASTNode;
  readonly given: boolean;
}

function findPresenceTests(node: ASTNode): readonly PresenceTest[] {
  const found = matchPresenceTest(node);
  return found ? [found] : listChildNodes(node).flatMap(findPresenceTests);
}

export function matchPresenceTest(node: ASTNode): PresenceTest | undefined {
  if (node.op === 'call') return toNamedPresenceTest(node);
  if (node.op !== '==' && node.op !== '!=') return undefined;
  const [one, other] = node.args as [ASTNode, ASTNode];
  const subject = isNull(other) ? one : isNull(one) ? other : undefined;
  return subject?.op === '.' ? { node, subject, given: node.op === '!=' } : undefined;
}

function toNamedPresenceTest(node: ASTNode): PresenceTest | undefined {
  const [name, [subject, ...others]] = node.args as [string, ASTNode[]];
  if ((name !== 'has' && name !== GIVEN) || others.length > 0) return undefined;
  return subject?.op === '.' ? { node, subject, given: true } : undefined;
}

function isNull(node: ASTNode): boolean {
  return node.op === 'value' && node.args === null;
}

export function listChildNodes(node: ASTNode): readonly ASTNode[] {
  return filterNodes(node.args);
}

function filterNodes(args: unknown): readonly ASTNode[] {
  if (Array.isArray(args)) return args.flatMap(filterNodes);
  return isNode(args) ? [args] : [];
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && typeof (value as { op?: unknown }).op === 'string';
}

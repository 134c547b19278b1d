import type { ASTNode } from '@marcbachmann/cel-js';
import { compilePattern } from '../values/pattern.js';
import { listChildNodes } from './presence-checks.js';

export type ReportProblem = (index: number, message: string, remedy?: string) => void;

export function checkPatterns(node: ASTNode, report: ReportProblem): boolean {
  const below = listChildNodes(node).map((child) => checkPatterns(child, report));
  const written = findPattern(node);
  const pattern = written && compilePattern(written.args as string);
  if (!pattern || !('wrong' in pattern)) return below.every(Boolean);
  report(written.start, pattern.wrong, pattern.remedy);
  return false;
}

function findPattern(node: ASTNode): ASTNode | undefined {
  if (node.op !== 'rcall') return undefined;
  const [name, , [pattern]] = node.args as [string, ASTNode, ASTNode[]];
  return name === 'matches' && pattern?.op === 'value' && typeof pattern.args === 'string'
    ? pattern
    : undefined;
}

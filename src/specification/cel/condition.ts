// An expression → the same test as data, where it can be said that simply.
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Condition } from '../specification.js';
import type { ExpressionEnvironment } from './environment.js';

export function conditionOf(_ast: ASTNode, _environment: ExpressionEnvironment): Condition | undefined {
  return undefined;
}

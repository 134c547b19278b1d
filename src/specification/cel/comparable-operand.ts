import type { ASTNode } from '@marcbachmann/cel-js';
import { getFieldType } from '../field-types/find-field-type.js';
import type { Field } from '../model/specification.js';
import type { Scalar } from '../model/stored-value.js';
import { CalendarDate, isDate, isInstant } from '../values/calendar-date.js';
import { toDecimal } from '../values/decimal.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { getPropertyAccess } from './check-names.js';

type StoredKind = Pick<Field, 'type' | 'places' | 'currency'>;

export type ComparableOperand = { readonly value: Scalar } | { readonly user: 'id' };

export function toComparableOperand(
  field: StoredKind,
  node: ASTNode,
  environment: ExpressionEnvironment,
): ComparableOperand | undefined {
  const property = getPropertyAccess(node);
  if (property?.owner === 'user' && property.key === 'id') return { user: 'id' };
  const known =
    property?.owner === 'constants'
      ? getConstantValue(property.key, environment)
      : evaluateLiteral(node, environment);
  const stored = known === undefined ? undefined : getFieldType(field).known(field, known);
  return stored === undefined ? undefined : { value: stored };
}

function getConstantValue(key: string, { shared }: ExpressionEnvironment): unknown {
  const { values = [], table } = shared.constants[key] ?? {};
  if (table) return undefined;
  return values.length === 1 ? values[0]?.value : undefined;
}

function evaluateLiteral(node: ASTNode, environment: ExpressionEnvironment): unknown {
  if (node.op === 'value') return node.args === null ? undefined : node.args;
  if (node.op === '-_') return negate(evaluateLiteral(node.args as ASTNode, environment));
  if (node.op !== 'call') return undefined;
  const [name, [argument]] = node.args as [string, ASTNode[]];
  if (argument?.op !== 'value') return undefined;
  return evaluateCall(name, argument.args, environment);
}

function negate(value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'number' ? -value : undefined;
}

/** `date('2026-01-31')`, `timestamp('…')`, `decimal('0.5')`, `EUR(5)` */
function evaluateCall(name: string, argument: unknown, { shared }: ExpressionEnvironment): unknown {
  if (name === 'date')
    return typeof argument === 'string' && isDate(argument) ? new CalendarDate(argument) : undefined;
  if (name === 'timestamp')
    return typeof argument === 'string' && isInstant(argument) ? new Date(argument) : undefined;
  if (shared.currencies.includes(name) || name === 'decimal') {
    return typeof argument === 'bigint' || typeof argument === 'number' ? toDecimal(argument) : undefined;
  }
  return undefined;
}

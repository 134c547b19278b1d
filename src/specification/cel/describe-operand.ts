import type { ASTNode } from '@marcbachmann/cel-js';
import { findField, hasRows, getFieldType } from '../field-types/find-field-type.js';
import {
  createCountedPhrase,
  createDayParameter,
  createMomentParameter,
  createNumberParameter,
  createPhrase,
  type PhraseId,
  type MessageParameter,
} from '../refusal-words/phrases.js';
import type { Entity, Field, Specification } from '../model/specification.js';
import { isDate, isInstant } from '../values/calendar-date.js';
import { toDecimal } from '../values/decimal.js';
import { formatConstant } from './format-constant.js';
import { findEntryOnDay } from './constant-values.js';
import { getPropertyAccess } from './check-names.js';

export interface TitledNames {
  readonly specification: Pick<Specification, 'constants' | 'locale' | 'roles' | 'timeZone'>;
  readonly entity?: Entity;
  readonly rows?: ReadonlyMap<string, Field>;
  /** Of values of constants; undefined: titles only. */
  readonly today?: string;
}

export class CannotDescribe extends Error {}

const RECORD_PROPERTIES: Readonly<Record<string, PhraseId>> = {
  assignee: 'the.assignee',
  id: 'cond.id',
  number: 'cond.number',
  openedAt: 'cond.opened-at',
  openedBy: 'cond.opened-by',
  state: 'cond.state',
};

export function findFieldOfNode(node: ASTNode, { entity, rows }: TitledNames): Field | undefined {
  const property = getPropertyAccess(node);
  if (!property) return undefined;
  const { owner, key } = property;
  const table = rows?.get(owner);
  if (table) return table.fields.find((column) => column.key === key);
  return owner === 'record' && entity ? findField(entity, key) : undefined;
}

export function describeOperand(node: ASTNode, names: TitledNames): MessageParameter {
  const title = findFieldOfNode(node, names)?.title;
  if (title !== undefined) return title;
  if (isCalculation(node)) return describeCalculation(node, names);
  switch (node.op) {
    case '.':
    case '[]':
      return describeProperty(node, names);
    case 'id':
      return createPhrase(describeVariable(node.args));
    case 'value':
      return describeLiteral(node, undefined, names);
    case 'call':
      return describeCall(node.args, names);
    case 'rcall':
      return describeRows(node.args, names);
    default:
      throw new CannotDescribe(node.op);
  }
}

function describeVariable(name: string): PhraseId {
  if (name === 'user') return 'cond.you';
  if (name === 'today' || name === 'now') return `cond.${name}`;
  throw new CannotDescribe(name);
}

const USER_PROPERTIES: Readonly<Record<string, PhraseId>> = { id: 'cond.you', name: 'cond.your-name' };

function describeProperty(node: ASTNode, names: TitledNames): MessageParameter {
  const { owner, key = '' } = getPropertyAccess(node) ?? {};
  if (owner === 'constants') return getConstantTitle(key, names);
  const known = owner === 'record' ? RECORD_PROPERTIES : owner === 'user' ? USER_PROPERTIES : {};
  if (Object.hasOwn(known, key)) return createPhrase(known[key]!);
  if (node.op === '[]') return describeKeyedConstant(node.args, names);
  throw new CannotDescribe(key);
}

function describeKeyedConstant(
  [constant, key]: readonly [ASTNode, ASTNode],
  names: TitledNames,
): MessageParameter {
  const property = getPropertyAccess(constant);
  if (property?.owner !== 'constants') throw new CannotDescribe('[]');
  return createPhrase('cond.for', {
    constant: getConstantTitle(property.key, names),
    key: describeOperand(key, names),
  });
}

function getConstantTitle(key: string, { specification, today }: TitledNames): MessageParameter {
  const { constants } = specification;
  const constant = Object.hasOwn(constants, key) ? constants[key] : undefined;
  if (!constant) throw new CannotDescribe(key);
  const entry =
    constant.kind === 'value' && today !== undefined ? findEntryOnDay(constant.values, today) : undefined;
  if (!entry) return createPhrase('the.action', { action: constant.title });
  return createPhrase('cond.constant', {
    value: formatConstant(constant.type, entry.text, specification),
    constant: constant.title,
  });
}

const CALCULATIONS = { '+': 'cond.plus', '-': 'cond.minus', '*': 'cond.times', '/': 'cond.divided' } as const;

type Calculation = Extract<ASTNode, { readonly op: keyof typeof CALCULATIONS }>;

const isCalculation = (node: ASTNode): node is Calculation => Object.hasOwn(CALCULATIONS, node.op);

function describeCalculation({ op, args: [left, right] }: Calculation, names: TitledNames): MessageParameter {
  // Words have no brackets: “a plus b times c” is ambiguous.
  if (isCalculation(left) || isCalculation(right)) throw new CannotDescribe(op);
  return createPhrase(CALCULATIONS[op], {
    one: describeOperand(left, names),
    other: describeOperand(right, names),
  });
}

const CONVERSIONS: ReadonlySet<string> = new Set(['date', 'decimal', 'double', 'int', 'string', 'timestamp']);

function describeCall(
  [name, args]: readonly [string, readonly ASTNode[]],
  names: TitledNames,
): MessageParameter {
  const [first, second] = args;
  if (!first) throw new CannotDescribe(name);
  if (name === 'days' || name === 'workdays') return describeDays(name, first);
  if (name === 'daysBetween' && second)
    return createPhrase('cond.days-between', {
      one: describeOperand(first, names),
      other: describeOperand(second, names),
    });
  if (first.op === 'value') return describeTypedLiteral(name, first.args, names);
  if (CONVERSIONS.has(name) && args.length === 1) return describeOperand(first, names);
  throw new CannotDescribe(name);
}

function describeDays(name: 'days' | 'workdays', { op, args }: ASTNode): MessageParameter {
  if (op !== 'value') throw new CannotDescribe(name);
  return createCountedPhrase(name, Number(args));
}

function describeTypedLiteral(
  name: string,
  value: unknown,
  { specification }: TitledNames,
): MessageParameter {
  if (name === 'date' && typeof value === 'string' && isDate(value))
    return createDayParameter(value, specification);
  if (name === 'timestamp' && typeof value === 'string' && isInstant(value))
    return createMomentParameter(value, specification);
  const currency = /^[A-Z]{3}$/.test(name) ? name : undefined;
  if ((currency === undefined && name !== 'decimal') || !isNumber(value)) throw new CannotDescribe(name);
  return createNumberParameter(toDecimal(value), specification, currency);
}

const isNumber = (value: unknown): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

function describeRows(
  [method, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]],
  names: TitledNames,
): MessageParameter {
  if (args.length > 0) throw new CannotDescribe(method);
  if (method === 'sum') return describeSum(receiver, names);
  const table = findFieldOfNode(receiver, names);
  if (method !== 'size' || !table || !hasRows(table)) throw new CannotDescribe(method);
  return createPhrase('cond.count', { table: table.title });
}

function describeSum(node: ASTNode, names: TitledNames): MessageParameter {
  if (node.op !== 'rcall' || node.args[0] !== 'map') throw new CannotDescribe(node.op);
  const [, from, [row, each]] = node.args;
  const table = findFieldOfNode(from, names);
  if (row?.op !== 'id' || !each || !table) throw new CannotDescribe('map');
  const rows = new Map([...(names.rows ?? []), [row.args, table]]);
  return createPhrase('cond.sum', { each: describeOperand(each, { ...names, rows }), table: table.title });
}

/** `beside`: the other operand, whose choices, states or currency apply. */
export function describeLiteral(
  node: ASTNode,
  beside: ASTNode | undefined,
  names: TitledNames,
): MessageParameter {
  const value: unknown = node.op === 'value' ? node.args : undefined;
  if (isNumber(value))
    return createNumberParameter(toDecimal(value), names.specification, findCurrency(beside, names));
  if (typeof value !== 'string') throw new CannotDescribe(String(value));
  return createPhrase('the.action', { action: findTitle(value, beside, names) ?? value });
}

function findCurrency(beside: ASTNode | undefined, names: TitledNames): string | undefined {
  const field = beside && findFieldOfNode(beside, names);
  return field && getFieldType(field).isAmount ? field.currency : undefined;
}

function findTitle(value: string, beside: ASTNode | undefined, names: TitledNames): string | undefined {
  const property = beside && getPropertyAccess(beside);
  if (property?.owner === 'record' && property.key === 'state')
    return names.entity?.lifecycle.states.find(({ key }) => key === value)?.title;
  const field = beside && findFieldOfNode(beside, names);
  return field?.choices.find((each) => each.value === value)?.title;
}

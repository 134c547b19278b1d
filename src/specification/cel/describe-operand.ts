// What an expression compares, in words: “Amount plus 10 percent”, “today”, “the sum of Price in Lines”.
import type { ASTNode } from '@marcbachmann/cel-js';
import { findField, hasRows, getFieldType } from '../field-types/field-type-of.js';
import {
  counted,
  dayWords,
  momentWords,
  numberWords,
  phrase,
  type PhraseId,
  type Words,
} from '../refusal-words/message-parameters.js';
import type { Entity, Field, Specification } from '../model/specification.js';
import { isDate, isInstant } from '../values/calendar-date.js';
import { toDecimal } from '../values/decimal.js';
import { constantWords } from './format-constant.js';
import { entryOn } from './constant-values.js';
import { propertyOf } from './check-names.js';

/** Whose titles stand for the names in an expression. */
export interface TitledNames {
  readonly specification: Pick<Specification, 'constants' | 'locale' | 'roles' | 'timeZone'>;
  readonly entity?: Entity;
  /** Variable → the table whose rows it stands for. */
  readonly rows?: ReadonlyMap<string, Field>;
  /** Day whose values constants are told with; undefined: constants are told by their names alone. */
  readonly today?: string;
}

/** There are no words for a part of the expression. */
export class CannotTell extends Error {}

const RECORD_PROPERTIES: Readonly<Record<string, PhraseId>> = {
  assignee: 'the.assignee',
  id: 'cond.id',
  number: 'cond.number',
  openedAt: 'cond.opened-at',
  openedBy: 'cond.opened-by',
  state: 'cond.state',
};

/** The field of the record, or of a row of its tables, that is looked at. */
export function fieldAt(node: ASTNode, { entity, rows }: TitledNames): Field | undefined {
  const property = propertyOf(node);
  if (!property) return undefined;
  const { owner, key } = property;
  const table = rows?.get(owner);
  if (table) return table.fields.find((column) => column.key === key);
  return owner === 'record' && entity ? findField(entity, key) : undefined;
}

export function operandWords(node: ASTNode, names: TitledNames): Words {
  const title = fieldAt(node, names)?.title;
  if (title !== undefined) return title;
  if (isCalculation(node)) return calculation(node, names);
  switch (node.op) {
    case '.':
    case '[]':
      return propertyWords(node, names);
    case 'id':
      return phrase(variable(node.args));
    case 'value':
      return literalWords(node, undefined, names);
    case 'call':
      return callWords(node.args, names);
    case 'rcall':
      return rowsWords(node.args, names);
    default:
      throw new CannotTell(node.op);
  }
}

function variable(name: string): PhraseId {
  if (name === 'user') return 'cond.you';
  if (name === 'today' || name === 'now') return `cond.${name}`;
  throw new CannotTell(name);
}

const USER_PROPERTIES: Readonly<Record<string, PhraseId>> = { id: 'cond.you', name: 'cond.your-name' };

function propertyWords(node: ASTNode, names: TitledNames): Words {
  const { owner, key = '' } = propertyOf(node) ?? {};
  if (owner === 'constants') return constantTitle(key, names);
  const known = owner === 'record' ? RECORD_PROPERTIES : owner === 'user' ? USER_PROPERTIES : {};
  if (Object.hasOwn(known, key)) return phrase(known[key]!);
  if (node.op === '[]') return constantFor(node.args, names);
  throw new CannotTell(key);
}

/** `constants.perDiem[record.country]` */
function constantFor([constant, key]: readonly [ASTNode, ASTNode], names: TitledNames): Words {
  const property = propertyOf(constant);
  if (property?.owner !== 'constants') throw new CannotTell('[]');
  return phrase('cond.for', { constant: constantTitle(property.key, names), key: operandWords(key, names) });
}

function constantTitle(key: string, { specification, today }: TitledNames): Words {
  const { constants } = specification;
  const constant = Object.hasOwn(constants, key) ? constants[key] : undefined;
  if (!constant) throw new CannotTell(key);
  const entry =
    constant.kind === 'value' && today !== undefined ? entryOn(constant.values, today) : undefined;
  if (!entry) return phrase('the.action', { action: constant.title });
  return phrase('cond.constant', {
    value: constantWords(constant.type, entry.text, specification),
    constant: constant.title,
  });
}

const CALCULATIONS = { '+': 'cond.plus', '-': 'cond.minus', '*': 'cond.times', '/': 'cond.divided' } as const;

type Calculation = Extract<ASTNode, { readonly op: keyof typeof CALCULATIONS }>;

const isCalculation = (node: ASTNode): node is Calculation => Object.hasOwn(CALCULATIONS, node.op);

function calculation({ op, args: [left, right] }: Calculation, names: TitledNames): Words {
  // Words have no brackets: “a plus b times c” would be another calculation.
  if (isCalculation(left) || isCalculation(right)) throw new CannotTell(op);
  return phrase(CALCULATIONS[op], { one: operandWords(left, names), other: operandWords(right, names) });
}

/** Functions that change how a value is kept, not which one it is. */
const CONVERSIONS: ReadonlySet<string> = new Set(['date', 'decimal', 'double', 'int', 'string', 'timestamp']);

function callWords([name, args]: readonly [string, readonly ASTNode[]], names: TitledNames): Words {
  const [first, second] = args;
  if (!first) throw new CannotTell(name);
  if (name === 'days' || name === 'workdays') return daysWords(name, first);
  if (name === 'daysBetween' && second)
    return phrase('cond.days-between', {
      one: operandWords(first, names),
      other: operandWords(second, names),
    });
  if (first.op === 'value') return typedLiteral(name, first.args, names);
  if (CONVERSIONS.has(name) && args.length === 1) return operandWords(first, names);
  throw new CannotTell(name);
}

function daysWords(name: 'days' | 'workdays', { op, args }: ASTNode): Words {
  if (op !== 'value') throw new CannotTell(name);
  return counted(name, Number(args));
}

/** `date('2026-01-31')`, `timestamp('…')`, `decimal('0.5')` and `EUR(500)`. */
function typedLiteral(name: string, value: unknown, { specification }: TitledNames): Words {
  if (name === 'date' && typeof value === 'string' && isDate(value)) return dayWords(value, specification);
  if (name === 'timestamp' && typeof value === 'string' && isInstant(value))
    return momentWords(value, specification);
  const currency = /^[A-Z]{3}$/.test(name) ? name : undefined;
  if ((currency === undefined && name !== 'decimal') || !isNumber(value)) throw new CannotTell(name);
  return numberWords(toDecimal(value), specification, currency);
}

const isNumber = (value: unknown): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

/** `record.lines.size()` and `record.lines.map(l, l.price).sum()`. */
function rowsWords(
  [method, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]],
  names: TitledNames,
): Words {
  if (args.length > 0) throw new CannotTell(method);
  if (method === 'sum') return sumWords(receiver, names);
  const table = fieldAt(receiver, names);
  if (method !== 'size' || !table || !hasRows(table)) throw new CannotTell(method);
  return phrase('cond.count', { table: table.title });
}

function sumWords(node: ASTNode, names: TitledNames): Words {
  if (node.op !== 'rcall' || node.args[0] !== 'map') throw new CannotTell(node.op);
  const [, from, [row, each]] = node.args;
  const table = fieldAt(from, names);
  if (row?.op !== 'id' || !each || !table) throw new CannotTell('map');
  const rows = new Map([...(names.rows ?? []), [row.args, table]]);
  return phrase('cond.sum', { each: operandWords(each, { ...names, rows }), table: table.title });
}

/** `beside`: the operand it is compared with, whose choices, states or currency it is told by. */
export function literalWords(node: ASTNode, beside: ASTNode | undefined, names: TitledNames): Words {
  const value: unknown = node.op === 'value' ? node.args : undefined;
  if (isNumber(value)) return numberWords(toDecimal(value), names.specification, currencyOf(beside, names));
  if (typeof value !== 'string') throw new CannotTell(String(value));
  return phrase('the.action', { action: titleOf(value, beside, names) ?? value });
}

function currencyOf(beside: ASTNode | undefined, names: TitledNames): string | undefined {
  const field = beside && fieldAt(beside, names);
  return field && getFieldType(field).isAmount ? field.currency : undefined;
}

/** Of a state or a choice. */
function titleOf(value: string, beside: ASTNode | undefined, names: TitledNames): string | undefined {
  const property = beside && propertyOf(beside);
  if (property?.owner === 'record' && property.key === 'state')
    return names.entity?.lifecycle.states.find(({ key }) => key === value)?.title;
  const field = beside && fieldAt(beside, names);
  return field?.choices.find((each) => each.value === value)?.title;
}

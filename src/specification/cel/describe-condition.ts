import { type ASTNode, parse } from '@marcbachmann/cel-js';
import { hasRows, getFieldType } from '../field-types/find-field-type.js';
import { createPhrase, type PhraseId, type MessageParameter } from '../refusal-words/phrases.js';
import type { Field } from '../model/specification.js';
import { matchPresenceTest } from './presence-checks.js';
import { getPropertyAccess } from './check-names.js';
import {
  CannotDescribe,
  findFieldOfNode,
  describeLiteral,
  describeOperand,
  type TitledNames,
} from './describe-operand.js';

/** undefined: cannot be described. Names every field in the condition. */
export const describeCondition = (source: string, names: TitledNames): MessageParameter | undefined =>
  tryDescribe(() => explainNode(parse(source).ast, true, names));

export const describeValueExpression = (source: string, names: TitledNames): MessageParameter | undefined =>
  tryDescribe(() => describeValue(parse(source).ast, names));

export function findRequiredPersonField(source: string, names: TitledNames): string | undefined {
  const node = parse(source).ast;
  return node.op === '==' ? findComparedPerson(node.args, names)?.title : undefined;
}

export function omitSatisfiedParts(
  source: string,
  names: TitledNames,
  isNamed: (field: string) => boolean,
): string {
  const parts = listOperands(parse(source).ast, '&&');
  const left = parts.filter((part) => {
    const person = part.op === '==' ? findComparedPerson(part.args, names) : undefined;
    return person === undefined || !isNamed(person.key);
  });
  if (left.length === 0 || left.length === parts.length) return source;
  return left.map(({ start, end }) => `(${source.slice(start, end)})`).join(' && ');
}

function findComparedPerson(
  [left, right]: readonly [ASTNode, ASTNode],
  names: TitledNames,
): Field | undefined {
  if (isUser(right)) return findFieldOfNode(left, names);
  return isUser(left) ? findFieldOfNode(right, names) : undefined;
}

function tryDescribe(words: () => MessageParameter): MessageParameter | undefined {
  try {
    return words();
  } catch (error) {
    if (error instanceof CannotDescribe) return undefined;
    throw error;
  }
}

function describeValue(node: ASTNode, names: TitledNames): MessageParameter {
  if (node.op !== '?:') return describeOperand(node, names);
  const [condition, one, other] = node.args;
  return createPhrase('cond.if', {
    one: describeOperand(one, names),
    condition: explainNode(condition, true, names),
    other: describeValue(other, names),
  });
}

function explainNode(node: ASTNode, holds: boolean, names: TitledNames): MessageParameter {
  const given = matchPresenceTest(node);
  if (given)
    return createPhrase(given.given === holds ? 'cond.given' : 'cond.missing', {
      one: describeOperand(given.subject, names),
    });
  switch (node.op) {
    case '!_':
      return explainNode(node.args, !holds, names);
    case '&&':
    case '||':
      return describeJoined(node, holds, names);
    case 'in':
      return describeMembership(node.args, holds, names);
    case '.':
    case '[]':
      return describeFlag(node, holds, names);
    case 'rcall':
      return holds
        ? describeMethodCall(node.args, names)
        : createPhrase('cond.not', { condition: describeMethodCall(node.args, names) });
    default:
      return describeComparison(node, holds, names);
  }
}

function describeJoined(
  node: ASTNode & { readonly op: '&&' | '||' },
  holds: boolean,
  names: TitledNames,
): MessageParameter {
  const isEvery = (node.op === '&&') === holds;
  const parts = listOperands(node, node.op).map((part) => {
    const words = explainNode(part, holds, names);
    const isOther = (part.op === '&&' || part.op === '||') && part.op !== node.op;
    return isOther && isEvery ? createPhrase('cond.either', { condition: words }) : words;
  });
  return createPhrase(isEvery ? 'cond.and' : 'cond.or', { first: parts.slice(0, -1), last: parts.at(-1)! });
}

const listOperands = (node: ASTNode, op: '&&' | '||'): readonly ASTNode[] =>
  node.op === op ? node.args.flatMap((part) => listOperands(part, op)) : [node];

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const OPPOSITE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const WORDS: Readonly<Record<Comparison, PhraseId>> = {
  '==': 'cond.is',
  '!=': 'cond.is-not',
  '<': 'cond.less',
  '<=': 'cond.at-most',
  '>': 'cond.more',
  '>=': 'cond.at-least',
};

const OF_TIMES: Readonly<Record<Comparison, PhraseId>> = {
  '==': 'cond.is',
  '!=': 'cond.is-not',
  '<': 'cond.before',
  '<=': 'cond.not-after',
  '>': 'cond.after',
  '>=': 'cond.not-before',
};

const isComparison = (node: ASTNode): node is ASTNode & { readonly op: Comparison } =>
  Object.hasOwn(OPPOSITE, node.op);

function describeComparison(node: ASTNode, holds: boolean, names: TitledNames): MessageParameter {
  if (!isComparison(node)) throw new CannotDescribe(node.op);
  const [left, right] = node.args as readonly [ASTNode, ASTNode];
  const is = holds ? node.op : OPPOSITE[node.op];
  if (right.op === 'value' && typeof right.args === 'boolean')
    return describeFlagComparison(left, is, right.args, names);
  const you = [left, right].findIndex(isUser);
  if (you >= 0) {
    return describeUserComparison(you === 0 ? right : left, is === '==', names);
  }
  const words = [left, right].some((side) => isTime(side, names)) ? OF_TIMES : WORDS;
  return createPhrase(words[is], {
    one: describeSide(left, right, names),
    other: describeSide(right, left, names),
  });
}

function describeUserComparison(node: ASTNode, holds: boolean, names: TitledNames): MessageParameter {
  const { owner, key } = getPropertyAccess(node) ?? {};
  if (owner === 'record' && key === 'openedBy')
    return createPhrase(holds ? 'cond.opened-by-you' : 'cond.not-opened-by-you');
  return createPhrase(holds ? 'cond.is-you' : 'cond.is-not-you', { one: describeOperand(node, names) });
}

const describeSide = (node: ASTNode, beside: ASTNode, names: TitledNames): MessageParameter =>
  node.op === 'value' ? describeLiteral(node, beside, names) : describeOperand(node, names);

function describeFlagComparison(
  node: ASTNode,
  is: Comparison,
  value: boolean,
  names: TitledNames,
): MessageParameter {
  const same = is === '==';
  if (!same && is !== '!=') throw new CannotDescribe(is);
  const ids = value ? (['cond.yes', 'cond.not-yes'] as const) : (['cond.no', 'cond.not-no'] as const);
  return createPhrase(ids[same ? 0 : 1], { one: describeOperand(node, names) });
}

function isUser(node: ASTNode): boolean {
  const property = getPropertyAccess(node);
  return (node.op === 'id' && node.args === 'user') || (property?.owner === 'user' && property.key === 'id');
}

const TIMES: ReadonlySet<unknown> = new Set(['date', 'timestamp', 'now', 'today']);

function isTime(node: ASTNode, names: TitledNames): boolean {
  if (node.op === 'id') return TIMES.has(node.args);
  if (node.op === 'call') return TIMES.has(node.args[0]);
  if (node.op === '+' || node.op === '-') return isTime(node.args[0], names);
  const field = findFieldOfNode(node, names);
  const { isDay, isMoment } = field ? getFieldType(field) : {};
  return isDay === true || isMoment === true || getPropertyAccess(node)?.key === 'openedAt';
}

/** `record.state in ['a', 'b']`, `'auditor' in user.roles`, `user.id in record.members` */
function describeMembership(
  [one, among]: readonly [ASTNode, ASTNode],
  holds: boolean,
  names: TitledNames,
): MessageParameter {
  const property = getPropertyAccess(among);
  if (property?.owner === 'user' && property.key === 'roles') return describeHeldRole(one, holds, names);
  if (among.op === 'list') {
    const list = among.args.map((each) => describeSide(each, one, names));
    return createPhrase(holds ? 'cond.one-of' : 'cond.none-of', { one: describeOperand(one, names), list });
  }
  return createPhrase(holds ? 'cond.among' : 'cond.not-among', {
    one: describeOperand(one, names),
    list: describeOperand(among, names),
  });
}

function describeHeldRole(
  { op, args }: ASTNode,
  holds: boolean,
  { specification: { roles } }: TitledNames,
): MessageParameter {
  if (op !== 'value' || typeof args !== 'string') throw new CannotDescribe('roles');
  const role = Object.hasOwn(roles, args) ? roles[args]!.title : args;
  return createPhrase(holds ? 'cond.you-are' : 'cond.you-are-not', { role });
}

function describeFlag(node: ASTNode, holds: boolean, names: TitledNames): MessageParameter {
  return createPhrase(holds ? 'cond.yes' : 'cond.not-yes', { one: describeOperand(node, names) });
}

const OF_TEXT: Readonly<Record<string, PhraseId>> = {
  contains: 'cond.contains',
  endsWith: 'cond.ends',
  startsWith: 'cond.begins',
};

const OF_ROWS: Readonly<Record<string, PhraseId>> = { all: 'cond.every-row', exists: 'cond.some-row' };

function describeMethodCall(
  [method, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]],
  names: TitledNames,
): MessageParameter {
  const [first, second] = args;
  if (Object.hasOwn(OF_TEXT, method) && first)
    return createPhrase(OF_TEXT[method]!, {
      one: describeOperand(receiver, names),
      other: describeSide(first, receiver, names),
    });
  const table = findFieldOfNode(receiver, names);
  if (!Object.hasOwn(OF_ROWS, method) || first?.op !== 'id' || !second || !table || !hasRows(table))
    throw new CannotDescribe(method);
  const rows = new Map([...(names.rows ?? []), [first.args, table]]);
  return createPhrase(OF_ROWS[method]!, {
    table: table.title,
    condition: explainNode(second, true, { ...names, rows }),
  });
}

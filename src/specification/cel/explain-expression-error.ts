import type { ASTNode } from '@marcbachmann/cel-js';
import { suggestName } from '../document/nearest-name.js';
import { CEL_TIMESTAMP_TYPE } from '../values/cel-type-names.js';
import type { ExpressionEnvironment } from './entity-environment.js';
import { describeType } from './describe-type.js';
import { WORKDAY_FUNCTIONS } from './workday-functions.js';

export interface Explanation {
  readonly index: number;
  readonly message: string;
  readonly remedy?: string;
}

interface Complaint {
  readonly code?: string;
  readonly summary?: string;
  readonly range?: { readonly start: number; readonly end: number };
  readonly node?: ASTNode;
  readonly message?: string;
}

export function explainExpressionError(error: unknown, environment: ExpressionEnvironment): Explanation {
  const complaint = error as Complaint;
  const index = complaint.range?.start ?? 0;
  const summary = complaint.summary ?? complaint.message ?? String(error);
  const known = explainKnownError(complaint, summary, environment);
  return {
    index,
    ...(known ?? explainSyntaxError(summary)),
    ...(known?.index === undefined ? {} : { index: known.index }),
  };
}

function explainKnownError(complaint: Complaint, summary: string, environment: ExpressionEnvironment) {
  switch (complaint.code) {
    case 'unknown_variable':
      return explainUnknownName(summary, environment);
    case 'no_such_overload':
      return explainWrongOperands(complaint, summary);
    case 'no_matching_overload':
      return explainMissingFunction(complaint, summary, environment);
    case 'no_such_key':
      return explainUnknownProperty(complaint, summary, environment);
    default:
      return undefined;
  }
}

type KnownExplanation = Partial<Explanation> & { readonly message: string };

function explainUnknownName(summary: string, { cel, properties }: ExpressionEnvironment): KnownExplanation {
  const name = summary.slice('Unknown variable: '.length);
  if (properties['record']?.includes(name)) {
    return { message: `nothing is called \`${name}\` here`, remedy: `a field is written \`record.${name}\`` };
  }
  const variables = ['record', 'user', 'constants', 'now', 'today', 'response'].filter((each) =>
    cel.hasVariable(each),
  );
  return { message: `nothing is called \`${name}\` here`, remedy: suggestName(name, variables) };
}

function explainWrongOperands(complaint: Complaint, summary: string): KnownExplanation | undefined {
  const words = summary.slice('no such overload: '.length).split(' ');
  const middle = words.findIndex((word, index) => index > 0 && /^(?:[-+*/%<>=!]+|in)$/.test(word));
  if (middle < 0) return undefined;
  const [left, right] = [words.slice(0, middle).join(' '), words.slice(middle + 1).join(' ')];
  const operator = words[middle]!;
  const message = `\`${operator}\` does not work between ${describeType(left)} and ${describeType(right)}`;
  const node = complaint.node as { pos?: number; start?: number } | undefined;
  return { index: node?.start, message, remedy: suggestOperandRemedy(left, operator, right) };
}

function suggestOperandRemedy(left: string, operator: string, right: string): string | undefined {
  const types = [left, right];
  const both = (one: string, other: string) => types.includes(one) && types.includes(other);
  if (types.includes('null')) return 'only a field can be compared with null: `record.supplier == null`';
  if (both('date', 'string')) return "write a day as `date('2026-01-31')`";
  if (both('date', CEL_TIMESTAMP_TYPE)) return 'compare with `today`, or with `date(now)`';
  if (both(CEL_TIMESTAMP_TYPE, 'string')) return "write a moment as `timestamp('2026-01-31T09:00:00Z')`";
  return suggestMoneyRemedy(types, operator);
}

function suggestMoneyRemedy(types: readonly string[], operator: string): string | undefined {
  const amounts = types.filter((each) => each.startsWith('money.'));
  if (amounts.length === 2) return 'amounts have to be of one currency';
  const [money] = amounts;
  if (money === undefined || (operator !== '+' && operator !== '-')) return undefined;
  return `write an amount as \`${money.slice('money.'.length)}(5)\``;
}

function explainMissingFunction(
  complaint: Complaint,
  summary: string,
  { cel }: ExpressionEnvironment,
): KnownExplanation | undefined {
  const [, receiver, name = '', args = ''] = /'(?:([^'(]*)\.)?(\w+)\((.*)\)'$/.exec(summary) ?? [];
  if (name === '') return undefined;
  const index = complaint.node?.start;
  const methods = receiver !== undefined;
  const fitting = cel.getDefinitions().functions.filter((each) => (each.receiverType !== null) === methods);
  const known = [...new Set(fitting.map((each) => each.name))];
  const call = methods ? `\`.${name}(…)\` on ${describeType(receiver)}` : `\`${name}(…)\``;
  if (!known.includes(name)) return { index, ...explainUnknownFunction(call, name, known) };
  if (receiver === 'list' && args === '') {
    return {
      index,
      message: `\`.${name}()\` does not work on such a list`,
      remedy: `take one column first: \`.map(row, row.price).${name}()\``,
    };
  }
  const given = args === '' ? 'nothing' : args.split(', ').map(describeType).join(', ');
  return { index, message: `${call} does not take ${given}` };
}

function explainUnknownFunction(call: string, name: string, known: readonly string[]): KnownExplanation {
  if (!WORKDAY_FUNCTIONS.includes(name))
    return { message: `there is no function ${call}`, remedy: suggestName(name, known) };
  return {
    message: `${call} needs to know which days are worked on, and section 9 shows no calendar`,
    remedy: 'write `calendar: { days: [mon–fri], hours: 09:00–17:00 }` in section 9',
  };
}

function explainUnknownProperty(
  complaint: Complaint,
  summary: string,
  environment: ExpressionEnvironment,
): KnownExplanation {
  const key = summary.slice('No such key: '.length);
  const owner = (complaint.node?.args as readonly { checkedType?: { name?: string } }[] | undefined)?.[0];
  const type = owner?.checkedType?.name ?? '';
  const index = complaint.node ? complaint.node.end - key.length : undefined;
  const [, , field = ''] = type.split('.');
  const table = type.startsWith('row.')
    ? environment.entity?.fields.find((each) => each.key === field)
    : undefined;
  if (!table) return { index, message: `${describeType(type)} has no \`${key}\`` };
  const columns = table.fields.map((column) => column.key);
  return {
    index,
    message: `no column \`${key}\` in ${field} of ${environment.entity?.key}`,
    remedy: suggestName(key, columns),
  };
}

const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'the end',
  LPAREN: '`(`',
  RPAREN: '`)`',
  LBRACKET: '`[`',
  RBRACKET: '`]`',
  LBRACE: '`{`',
  RBRACE: '`}`',
  COMMA: '`,`',
  COLON: '`:`',
  IDENTIFIER: 'a name',
  STRING: 'a text',
  NUMBER: 'a number',
};

function explainSyntaxError(summary: string): Omit<KnownExplanation, 'index'> {
  const words = summary.replace(/\b[A-Z]{3,}\b/g, (token) => TOKENS[token] ?? token);
  const message = `the expression cannot be read: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return summary === 'Unexpected character: =' ? { message, remedy: 'compare with `==`' } : { message };
}

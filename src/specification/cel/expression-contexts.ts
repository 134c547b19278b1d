// Names that each place offers, for check and evaluation.
import type { Scope } from '../model/specification.js';

export const SCOPE_NAMES = ['record', 'user', 'constants', 'now', 'today', 'response', 'body'] as const;

export type ScopeName = (typeof SCOPE_NAMES)[number];

interface ExpressionContext {
  readonly names: readonly ScopeName[];
  /** Known of people in fields: ids, or addresses too. */
  readonly people?: 'ids' | 'addresses';
  /** Half a sentence: why other names are unknown. */
  readonly why: string;
}

const ABOUT_RECORD = ['record', 'user', 'constants', 'now', 'today'] as const;

export const EXPRESSION_CONTEXTS = {
  record: { names: ABOUT_RECORD, why: 'it is about a record, and nothing is sent or answered' },
  'call condition': { names: ABOUT_RECORD, people: 'ids', why: 'it is asked before the call is made' },
  request: { names: ABOUT_RECORD, people: 'addresses', why: 'it is sent before there is an answer' },
  answer: {
    names: [...ABOUT_RECORD, 'response'],
    people: 'addresses',
    why: 'nothing is received here',
  },
  'no answer': { names: ABOUT_RECORD, people: 'addresses', why: 'there is no answer that could be used' },
  /** The same message yields the same result. */
  message: {
    names: ['body', 'constants'],
    why: 'the same message has to do the same whenever it comes again',
  },
} as const satisfies Readonly<Record<string, ExpressionContext>>;

export type ContextName = keyof typeof EXPRESSION_CONTEXTS;

export const EXPRESSION_PLACES = {
  'screen condition': 'record',
  'computed field': 'record',
  default: 'record',
  guard: 'record',
  'separation of duties': 'record',
  'number of approvals': 'record',
  'timer moment': 'record',
  'timer unless': 'record',
  'timer assignee': 'record',
  rule: 'record',
  permission: 'record',
  'call condition': 'call condition',
  'call address': 'request',
  'call header': 'request',
  'call body': 'request',
  'mail recipient': 'request',
  'mail subject': 'request',
  'mail text': 'request',
  'then of a call': 'answer',
  'otherwise of a call': 'no answer',
  'find of a message': 'message',
  'then of a message': 'message',
  'text of an error': 'record',
  'row of a table': 'record',
  'retention unless': 'record',
} as const satisfies Readonly<Record<string, ContextName>>;

export type ExpressionPlace = keyof typeof EXPRESSION_PLACES;

export const listScopeNames = (context: ContextName): readonly ScopeName[] =>
  EXPRESSION_CONTEXTS[context].names;

export function restrictScope(context: ContextName, scope: Scope): Scope {
  const names = listScopeNames(context);
  const { record, user, body, response, ...rest } = scope;
  return {
    ...rest,
    ...(names.includes('record') && record && { record }),
    ...(names.includes('user') && user && { user }),
    ...(names.includes('body') && body !== undefined && { body }),
    ...(names.includes('response') && response && { response }),
  };
}

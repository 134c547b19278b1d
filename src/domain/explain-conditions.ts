// Explains conditions of a specification in words, without revealing hidden fields.
import {
  describeCondition,
  omitMetParts,
  findRequiredPersonField,
  describeValueExpression,
} from '#specification/cel/describe-condition.js';
import type { TitledNames } from '#specification/cel/describe-operand.js';
import { createDayFinder } from '#specification/values/calendar-date.js';
import { createPhrase, type Phrase, type Words } from '#specification/refusal-words/message-parameters.js';
import type { Expression, Grant, RecordInScope } from '#specification/model/specification.js';
import { mentionsName } from './evaluate-expressions.js';
import { findHiddenFields, getRoleTitle } from './permissions.js';
import type { MessageContext } from './refusal-reason.js';

type TitledContext = Pick<MessageContext, 'specification' | 'entity'>;

/** An expression belongs to one entity of one document, so it is a sufficient key. */
const wordsCache = new WeakMap<Expression, Words | false>();

function getWords(
  expression: Expression,
  context: TitledContext,
  tell: typeof describeCondition,
): Words | undefined {
  let words = wordsCache.get(expression);
  if (words === undefined) {
    // The source of the expression does not show which fields decision tables read.
    const found = expression.asks ? undefined : tell(expression.source, toTitledNames(context));
    wordsCache.set(expression, (words = found ?? false));
  }
  return words === false ? undefined : words;
}

/** “This is possible only if …”, or `otherwise`. `code`: the expression; undefined if it mentions a hidden field. */
export function explainNeededCondition(
  context: MessageContext,
  expression: Expression<boolean>,
  record: RecordInScope,
  otherwise: Phrase,
): { readonly needed: Phrase; readonly condition: Words; readonly code?: string } {
  if (mentionsHiddenField(context, expression, record)) return { needed: otherwise, condition: '' };
  const { needed, condition } = getNeededWords(expression, context, record);
  return { needed: needed ?? otherwise, condition, code: expression.source };
}

interface NeededWords {
  /** undefined: the condition cannot be put into words. */
  readonly needed?: Phrase;
  readonly condition: Words;
}

/** Words for each part of the condition. Cached for a day, since constants may change daily. */
const neededWordsCache = new WeakMap<
  Expression,
  { readonly today: string; readonly words: Map<string, NeededWords> }
>();

function getNeededWords(
  expression: Expression<boolean>,
  { specification, entity, user, now }: MessageContext,
  { fields }: RecordInScope,
): NeededWords {
  const { source, asks } = expression;
  if (asks) return { condition: source };
  const today = createDayFinder(specification.timeZone)(now);
  const names = { specification, ...(entity && { entity }), today };
  const toMeet = omitMetParts(source, names, (field) => fields[field] === user.id);
  let known = neededWordsCache.get(expression);
  if (known?.today !== today) neededWordsCache.set(expression, (known = { today, words: new Map() }));
  let words = known.words.get(toMeet);
  if (!words) known.words.set(toMeet, (words = composeNeededWords(toMeet, names)));
  return words;
}

function composeNeededWords(source: string, names: TitledNames): NeededWords {
  const condition = describeCondition(source, names);
  if (condition === undefined) return { condition: source };
  const field = findRequiredPersonField(source, names);
  const needed =
    field === undefined
      ? createPhrase('guard.needed', { condition })
      : createPhrase('guard.only-person', { field });
  return { needed, condition };
}

function mentionsHiddenField(
  { entity, user, now, hidden }: MessageContext,
  expression: Expression,
  record: RecordInScope,
): boolean {
  if (!entity) return false;
  const hiddenKeys = [...findHiddenFields(entity, record, user, now), ...(hidden ?? [])];
  return hiddenKeys.some((key) => mentionsName(expression, key));
}

export const describeValue = (context: TitledContext, expression: Expression): Words =>
  getWords(expression, context, describeValueExpression) ?? expression.source;

export const explainCondition = (context: TitledContext, expression: Expression<boolean>): Words =>
  getWords(expression, context, describeCondition) ?? expression.source;

const toTitledNames = ({ specification, entity }: TitledContext): TitledNames => ({
  specification,
  ...(entity && { entity }),
});

/** Lists roles with their conditions: “Finance, Staff (the person under “Requested by”)”. */
export function describeGrantees(context: TitledContext, grant: Grant): Words {
  const each = Object.entries(grant.roles).map(([key, given]) => {
    const role = getRoleTitle(context.specification, key);
    if (given === true) return role;
    const field = given.asks ? undefined : findRequiredPersonField(given.source, toTitledNames(context));
    if (field !== undefined) return createPhrase('who.role-named', { role, field });
    const condition = getWords(given, context, describeCondition);
    return condition === undefined
      ? createPhrase('who.role-if', { role })
      : createPhrase('who.role-where', { role, condition });
  });
  return each.length > 0 ? each : createPhrase('who.nobody');
}

export const listGrantConditions = ({ roles }: Grant): readonly string[] =>
  Object.values(roles).flatMap((given) => (given === true ? [] : [given.source]));

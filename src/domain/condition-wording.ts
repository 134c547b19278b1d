import {
  describeCondition,
  omitSatisfiedParts,
  findRequiredPersonField,
  describeValueExpression,
} from '#specification/cel/describe-condition.js';
import type { TitledNames } from '#specification/cel/describe-operand.js';
import { createLocalDayLookup } from '#specification/values/calendar-date.js';
import { createPhrase, type Phrase, type MessageParameter } from '#specification/refusal-words/phrases.js';
import type { Expression, Grant, RecordInScope } from '#specification/model/specification.js';
import { mentionsIdentifier } from './evaluate-expressions.js';
import { findHiddenFields, getRoleTitle } from './permissions.js';
import type { MessageContext } from './create-reason.js';

type TitledContext = Pick<MessageContext, 'specification' | 'entity'>;

const wordsCache = new WeakMap<Expression, MessageParameter | false>();

function getWords(
  expression: Expression,
  context: TitledContext,
  tell: typeof describeCondition,
): MessageParameter | undefined {
  let words = wordsCache.get(expression);
  if (words === undefined) {
    // Fields of decision tables are not in the source.
    const found = expression.asks ? undefined : tell(expression.source, toTitledNames(context));
    wordsCache.set(expression, (words = found ?? false));
  }
  return words === false ? undefined : words;
}

/** “This is possible only if …”. `code`: the expression, unless it mentions a hidden field. */
export function describeRequirement(
  context: MessageContext,
  expression: Expression<boolean>,
  record: RecordInScope,
  otherwise: Phrase,
): { readonly needed: Phrase; readonly condition: MessageParameter; readonly code?: string } {
  if (mentionsHiddenField(context, expression, record)) return { needed: otherwise, condition: '' };
  const { needed, condition } = getNeededWords(expression, context, record);
  return { needed: needed ?? otherwise, condition, code: expression.source };
}

interface NeededWords {
  /** undefined: the condition has no words. */
  readonly needed?: Phrase;
  readonly condition: MessageParameter;
}

/** Cached for a day, as constants may change daily. */
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
  const today = createLocalDayLookup(specification.timeZone)(now);
  const names = { specification, ...(entity && { entity }), today };
  const toMeet = omitSatisfiedParts(source, names, (field) => fields[field] === user.id);
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
  return hiddenKeys.some((key) => mentionsIdentifier(expression, key));
}

export const describeValue = (context: TitledContext, expression: Expression): MessageParameter =>
  getWords(expression, context, describeValueExpression) ?? expression.source;

export const describeConditionOf = (
  context: TitledContext,
  expression: Expression<boolean>,
): MessageParameter => getWords(expression, context, describeCondition) ?? expression.source;

const toTitledNames = ({ specification, entity }: TitledContext): TitledNames => ({
  specification,
  ...(entity && { entity }),
});

/** “Finance, Staff (the person under “Requested by”)” */
export function describeGrantees(context: TitledContext, grant: Grant): MessageParameter {
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

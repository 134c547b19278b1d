// Conditions of a document as refusals tell them: in words where there are some, and never about what somebody may not see.
import { conditionWords, personAlone, valueWords } from '#specification/cel/condition-words.js';
import type { TitledNames } from '#specification/cel/operand-words.js';
import { dayIn } from '#specification/values/calendar.js';
import { phrase, type Phrase, type Words } from '#specification/refusal-words/words.js';
import type { Expression, Grant, RecordInScope } from '#specification/specification.js';
import { mentions } from './expressions.js';
import { hiddenFields, titleOfRole } from './permissions.js';
import type { MessageContext } from './reason.js';

type TitledContext = Pick<MessageContext, 'specification' | 'entity'>;

/** An expression belongs to one entity of one document. */
const known = new WeakMap<Expression, Words | false>();

function wordsOf(
  expression: Expression,
  context: TitledContext,
  tell: typeof conditionWords,
): Words | undefined {
  let words = known.get(expression);
  if (words === undefined) {
    // The fields that tables of section 9 look at are not in the expression itself.
    const found = expression.asks ? undefined : tell(expression.source, namesOf(context));
    known.set(expression, (words = found ?? false));
  }
  return words === false ? undefined : words;
}

/** “This is possible only if …”, or where that is to be found. `code`: the expression; undefined where it is about what the person may not see. */
export function neededCondition(
  context: MessageContext,
  expression: Expression<boolean>,
  record: RecordInScope,
  otherwise: Phrase,
): { readonly needed: Phrase; readonly condition: Words; readonly code?: string } {
  if (looksAtHidden(context, expression, record)) return { needed: otherwise, condition: '' };
  const { needed, condition } = neededWords(expression, context);
  return { needed: needed ?? otherwise, condition, code: expression.source };
}

interface NeededWords {
  /** undefined: there are no words for the condition. */
  readonly needed?: Phrase;
  readonly condition: Words;
}

/** Constants have the values of one day. */
const neededOn = new WeakMap<Expression, NeededWords & { readonly today: string }>();

function neededWords(expression: Expression<boolean>, { specification, entity, now }: MessageContext) {
  const today = dayIn(specification.timeZone)(now);
  const found = neededOn.get(expression);
  if (found?.today === today) return found;
  const made = { today, ...wordsOn(expression, { specification, ...(entity && { entity }), today }) };
  neededOn.set(expression, made);
  return made;
}

function wordsOn({ source, asks }: Expression<boolean>, names: TitledNames): NeededWords {
  const condition = asks ? undefined : conditionWords(source, names);
  if (condition === undefined) return { condition: source };
  const field = personAlone(source, names);
  const needed =
    field === undefined ? phrase('guard.needed', { condition }) : phrase('guard.only-person', { field });
  return { needed, condition };
}

function looksAtHidden(
  { entity, user, now, hidden }: MessageContext,
  expression: Expression,
  record: RecordInScope,
): boolean {
  if (!entity) return false;
  const unseen = [...hiddenFields(entity, record, user, now), ...(hidden ?? [])];
  return unseen.some((key) => mentions(expression, key));
}

/** What a value depends on: in words, or else as the document writes it. */
export const describeValue = (context: TitledContext, expression: Expression): Words =>
  wordsOf(expression, context, valueWords) ?? expression.source;

/** Whether a condition holds, within a sentence. */
export const explainCondition = (context: TitledContext, expression: Expression<boolean>): Words =>
  wordsOf(expression, context, conditionWords) ?? expression.source;

const namesOf = ({ specification, entity }: TitledContext): TitledNames => ({
  specification,
  ...(entity && { entity }),
});

/** For people: who may do it. “Finance, Staff (the person under “Requested by”)”. */
export function whoMay(context: TitledContext, grant: Grant): Words {
  const each = Object.entries(grant.roles).map(([key, given]) => {
    const role = titleOfRole(context.specification, key);
    if (given === true) return role;
    const field = given.asks ? undefined : personAlone(given.source, namesOf(context));
    if (field !== undefined) return phrase('who.role-named', { role, field });
    const condition = wordsOf(given, context, conditionWords);
    return condition === undefined
      ? phrase('who.role-if', { role })
      : phrase('who.role-where', { role, condition });
  });
  return each.length > 0 ? each : phrase('who.nobody');
}

/** The conditions of a grant, as the document writes them. */
export const codesOf = ({ roles }: Grant): readonly string[] =>
  Object.values(roles).flatMap((given) => (given === true ? [] : [given.source]));

import { createPhrase } from '../refusal-words/phrases.js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { Field } from '../model/specification.js';
import { TEXT_CEL_CONVERSIONS } from './text.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectValue, rejectType, type ParseResult } from './parse-result.js';

function readChoice(field: Field, raw: unknown): ParseResult {
  if (typeof raw !== 'string') return rejectType(createPhrase('type.choice'), field.choices[0]?.value ?? '');
  if (raw === '') return EMPTY;
  const chosen = field.choices.find((each) => each.value === raw) ?? trimmed(field, raw);
  return chosen
    ? acceptValue(chosen.value)
    : rejectValue('NOT_A_CHOICE', { value: raw, choices: listChoices(field) });
}

const listChoices = ({ choices }: Field): string =>
  choices.map(({ value: word, title }) => (word === title ? word : `${word} (${title})`)).join(', ');

function trimmed(field: Field, raw: string) {
  const word = raw.trim();
  return field.choices.find((choice) => choice.value === word);
}

const isAmong = ({ choices }: Pick<Field, 'choices'>, text: string) =>
  choices.some(({ value }) => value === text);

export const choiceType: FieldTypeDefinition = {
  name: 'choice',
  holds: 'value',
  isListed: true,
  options: ['of'],
  needs: { option: 'of', remedy: 'write the choices: `of: [Research, Sales]`' },
  literal: (field, shown, source) =>
    typeof shown !== 'boolean' && isAmong(field, source) ? source : undefined,
  ...TEXT_CEL_CONVERSIONS,
  wanted: 'one of its choices',
  mustTake(field, text) {
    if (!isAmong(field, text)) throw new NotEvaluable(`“${text.slice(0, 60)}” is none of the choices`);
  },
  text: ({ choices }, stored) => choices.find((each) => each.value === stored)?.title ?? stored,
  read: readChoice,
  filter: 'choice',
  isSorted: true,
  isFolded: true,
  isSearched: true,
};

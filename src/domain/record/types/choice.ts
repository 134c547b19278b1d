// One of the values the specification lists.
import type { Field } from '#specification/specification.js';
import { EMPTY, value, wrong, wrongType, type Outcome } from './outcome.js';

export function readChoice(field: Field, raw: unknown): Outcome {
  const titles = field.choices.map(({ title }) => title);
  if (typeof raw !== 'string') return wrongType('one of the choices', titles[0] ?? '');
  if (raw === '') return EMPTY;
  const chosen = field.choices.find((choice) => choice.value === raw) ?? trimmed(field, raw);
  return chosen ? value(chosen.value) : wrong('NOT_A_CHOICE', { value: raw, choices: titles.join(', ') });
}

function trimmed(field: Field, raw: string) {
  const word = raw.trim();
  return field.choices.find((choice) => choice.value === word);
}

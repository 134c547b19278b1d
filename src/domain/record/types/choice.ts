// One of the values the specification lists.
import type { Field } from '#specification/specification.js';
import { EMPTY, value, wrong, wrongType, type Outcome } from './outcome.js';

export function readChoice(field: Field, raw: unknown): Outcome {
  if (typeof raw !== 'string') return wrongType('one of the choices', field.choices[0]?.value ?? '');
  if (raw === '') return EMPTY;
  const chosen = field.choices.find((choice) => choice.value === raw) ?? trimmed(field, raw);
  return chosen ? value(chosen.value) : wrong('NOT_A_CHOICE', { value: raw, choices: inWords(field) });
}

/** Whoever writes one instead of choosing it, a program or a log, has to write its value. */
const inWords = ({ choices }: Field): string =>
  choices.map(({ value: word, title }) => (word === title ? word : `${word} (${title})`)).join(', ');

function trimmed(field: Field, raw: string) {
  const word = raw.trim();
  return field.choices.find((choice) => choice.value === word);
}

// The value an attribute gives a field, in a form that leaves nothing to guess.
import type { Field } from '#specification/model/specification.js';
import type { TraceMisfit } from './trace-misfit.js';
import { readDay, readMoment, type NoMoment, type TimeZone } from './parse-log-time.js';
import { fractionOf, isNoNumber, plainIfMachines, normalizedNumber } from './written-numbers.js';
import type { LogAttribute } from './xes-log.js';
import { getDecimalPlaces, getFieldType } from '#specification/field-types/find-field-type.js';

/** What was read; or why it could not be. */
export type ImportedValue = { readonly value: unknown } | { readonly misfit: TraceMisfit };

/** `person`: the id of the person of that name. */
export function importedFieldValue(
  field: Field,
  attribute: LogAttribute,
  zone: TimeZone,
  person: (name: string) => string,
): ImportedValue {
  const { value } = attribute;
  if (value === undefined) return noValue(field, attribute);
  const { pointsTo, isNumber, isDay, isMoment } = getFieldType(field);
  if (pointsTo === 'person') return { value: value === '' ? '' : person(value) };
  if (isNumber) return numberValue(field, attribute, { value, places: getDecimalPlaces(field) });
  if (isDay) return timeValue(attribute, value, (text) => readDay(text, zone));
  if (!isMoment) return { value };
  return timeValue(attribute, value, (text) => {
    const moment = readMoment(text, zone);
    return 'problem' in moment ? moment : moment.instant;
  });
}

/** Of a time the moment is stored, of a day the day: how it was written stays beside it, where that says more. */
export function holdsMore({ value, children }: LogAttribute, field: Field, stored: unknown): boolean {
  const { isDay, isMoment } = getFieldType(field);
  return children !== undefined || ((isDay || isMoment || false) && value !== stored);
}

function noValue({ title }: Field, { key, type, line }: LogAttribute): ImportedValue {
  const message = `\`${key}\` is a ${type}, and ${title} takes one value`;
  const remedy = 'Give the field another name or alias; the list is kept with the event.';
  return { misfit: { line, message, remedy } };
}

/** What the log calls a number was written by a program: it means one thing. A text may have been typed. */
const NUMBERS: readonly string[] = ['int', 'float'];

function numberValue(
  { title }: Field,
  { key, line, type }: LogAttribute,
  { value, places }: { readonly value: string; readonly places: number },
): ImportedValue {
  const misfit = (takes: string, remedy: string): ImportedValue => {
    const message = `\`${key}\` is ${value.trim()}, and ${title} takes ${takes}`;
    return { misfit: { line, message, remedy, cause: `\`${key}\` is not what ${title} takes: ${takes}` } };
  };
  if (isNoNumber(value))
    return misfit('numbers', 'Leave the attribute out of this trace where there is no number.');
  if (!NUMBERS.includes(type)) return { value: plainIfMachines(value) };
  const plain = normalizedNumber(value);
  if (plain === undefined || fractionOf(plain) <= places) return { value: plain ?? value };
  const most = `${places} ${places === 1 ? 'digit' : 'digits'} after the point`;
  return places === 0
    ? misfit('whole numbers', 'Make the field a decimal, or round the number where the log is made.')
    : misfit(`at most ${most}`, 'Give the field more places, or round the number where the log is made.');
}

/** Judged here whatever the log calls it: typing would take the zone of the application, not the one that was asked for. */
function timeValue(
  { line, key }: LogAttribute,
  value: string,
  read: (text: string) => string | NoMoment,
): ImportedValue {
  if (value.trim() === '') return { value: '' };
  const moment = read(value);
  if (typeof moment === 'string') return { value: moment };
  const { problem, remedy } = moment;
  return { misfit: { line, message: problem, remedy, cause: `\`${key}\` is not a date and time` } };
}

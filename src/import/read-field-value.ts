import type { Field } from '#specification/model/specification.js';
import type { TraceIssue } from './trace-issue.js';
import { parseLogDay, parseLogMoment, type InvalidMoment, type TimeZone } from './parse-log-time.js';
import { countFractionDigits, isNotFinite, expandExponent, normalizeDecimal } from './normalize-decimal.js';
import type { LogAttribute } from './xes-log.js';
import { getDecimalPlaces, getFieldType } from '#specification/field-types/find-field-type.js';

export type ImportedValue = { readonly value: unknown } | { readonly issue: TraceIssue };

/** `person`: resolves a name to an id. */
export function readFieldValue(
  field: Field,
  attribute: LogAttribute,
  zone: TimeZone,
  person: (name: string) => string,
): ImportedValue {
  const { value } = attribute;
  if (value === undefined) return createMissingValueIssue(field, attribute);
  const { pointsTo, isNumber, isDay, isMoment } = getFieldType(field);
  if (pointsTo === 'person') return { value: value === '' ? '' : person(value) };
  if (isNumber) return readNumber(field, attribute, { value, places: getDecimalPlaces(field) });
  if (isDay) return readTime(attribute, value, (text) => parseLogDay(text, zone));
  if (!isMoment) return { value };
  return readTime(attribute, value, (text) => {
    const moment = parseLogMoment(text, zone);
    return 'problem' in moment ? moment : moment.instant;
  });
}

/** The source keeps the attribute where the field loses precision or offset. */
export function losesDetail({ value, children }: LogAttribute, field: Field, stored: unknown): boolean {
  const { isDay, isMoment } = getFieldType(field);
  return children !== undefined || ((isDay || isMoment || false) && value !== stored);
}

function createMissingValueIssue({ title }: Field, { key, type, line }: LogAttribute): ImportedValue {
  const message = `\`${key}\` is a ${type}, and ${title} takes one value`;
  const remedy = 'Give the field another name or alias; the list is kept with the event.';
  return { issue: { line, message, remedy } };
}

/** Written by machines; texts may have been typed. */
const NUMBERS: readonly string[] = ['int', 'float'];

function readNumber(
  { title }: Field,
  { key, line, type }: LogAttribute,
  { value, places }: { readonly value: string; readonly places: number },
): ImportedValue {
  const createIssue = (takes: string, remedy: string): ImportedValue => {
    const message = `\`${key}\` is ${value.trim()}, and ${title} takes ${takes}`;
    return { issue: { line, message, remedy, cause: `\`${key}\` is not what ${title} takes: ${takes}` } };
  };
  if (isNotFinite(value))
    return createIssue('numbers', 'Leave the attribute out of this trace where there is no number.');
  if (!NUMBERS.includes(type)) return { value: expandExponent(value) };
  const plain = normalizeDecimal(value);
  if (plain === undefined || countFractionDigits(plain) <= places) return { value: plain ?? value };
  const most = `${places} ${places === 1 ? 'digit' : 'digits'} after the point`;
  return places === 0
    ? createIssue('whole numbers', 'Make the field a decimal, or round the number where the log is made.')
    : createIssue(
        `at most ${most}`,
        'Give the field more places, or round the number where the log is made.',
      );
}

/** Typed input would use the application's time zone, not the requested one. */
function readTime(
  { line, key }: LogAttribute,
  value: string,
  read: (text: string) => string | InvalidMoment,
): ImportedValue {
  if (value.trim() === '') return { value: '' };
  const moment = read(value);
  if (typeof moment === 'string') return { value: moment };
  const { problem, remedy } = moment;
  return { issue: { line, message: problem, remedy, cause: `\`${key}\` is not a date and time` } };
}

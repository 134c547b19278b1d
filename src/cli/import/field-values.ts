// The value an attribute gives a field, in a form that leaves nothing to guess.
import type { Field } from '../../specification/specification.js';
import type { Misfit } from './misfit.js';
import { readDay, readMoment, type NoMoment, type TimeZone } from './moment.js';
import { isNoNumber, plainNumber } from './written-numbers.js';
import type { LogAttribute } from './xes-log.js';

/** What was read; or why it could not be. */
export type Read = { readonly value: unknown } | { readonly misfit: Misfit };

/** `person`: the id of the person of that name. */
export function fieldValue(
  field: Field,
  attribute: LogAttribute,
  zone: TimeZone,
  person: (name: string) => string,
): Read {
  const { value, key, line } = attribute;
  if (value === undefined) {
    const message = `\`${key}\` is a ${attribute.type}, and ${field.title} takes one value`;
    return {
      misfit: {
        line,
        message,
        remedy: 'Give the field another name or alias; the list is kept with the event.',
      },
    };
  }
  switch (field.type) {
    case 'user':
      return { value: value === '' ? '' : person(value) };
    case 'integer':
    case 'decimal':
    case 'money':
      return numberValue(field, attribute, value);
    case 'date':
      return timeValue(attribute, value, readDay(value, zone));
    case 'dateTime': {
      const moment = readMoment(value, zone);
      return timeValue(attribute, value, 'problem' in moment ? moment : moment.instant);
    }
    default:
      return { value };
  }
}

function numberValue(field: Field, { key, line }: LogAttribute, value: string): Read {
  if (!isNoNumber(value)) return { value: plainNumber(value) ?? value };
  const message = `\`${key}\` is ${value.trim()}, and ${field.title} takes numbers`;
  return {
    misfit: { line, message, remedy: 'Leave the attribute out of this trace where there is no number.' },
  };
}

/** What the log does not call a date may still be one that people type: that is judged where all typing is. */
function timeValue({ type, line, key }: LogAttribute, value: string, read: string | NoMoment): Read {
  if (typeof read === 'string') return { value: read };
  if (type !== 'date') return { value };
  return { misfit: { line, message: read.problem, remedy: read.remedy, cause: `\`${key}\` is no moment` } };
}

import { Temporal } from 'temporal-polyfill';
import { parseInstant } from '#specification/field-types/moments.js';

/** For times without a zone; `of` names its origin. */
export interface TimeZone {
  readonly name: string;
  readonly of: string;
}

export interface LogMoment {
  readonly instant: string;
  /** Where it has an offset or more precision. */
  readonly written?: string;
  /** Assumed for a time without one. */
  readonly timeZone?: string;
  /** An ambiguous local time, read as the earlier. */
  readonly isAmbiguous?: boolean;
}

export interface InvalidMoment {
  readonly problem: string;
  readonly remedy: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const LONG_AGO = /^-\d{4,}-|^[+]?\d{5,}-/;
const REMEDY = 'Write it like 2026-11-20T10:00:00+01:00 (ISO 8601).';

/** XML Schema ignores surrounding white space. */
export function parseLogMoment(written: string, zone: TimeZone): LogMoment | InvalidMoment {
  const text = written.trim();
  const match = TIME.exec(text);
  if (!match) return notWritten(text);
  if (match[1] === undefined) return local(text, zone);
  const instant = parseInstant(text);
  if (instant === undefined)
    return {
      problem: `“${text}” is not a date and time: there is no such day, time or zone`,
      remedy: REMEDY,
    };
  return { instant, ...(text !== instant && { written: text }) };
}

function notWritten(text: string): InvalidMoment {
  if (DATE.test(text))
    return { problem: `“${text}” is a day without a time`, remedy: `Write it like ${text}T10:00:00+01:00.` };
  if (LONG_AGO.test(text))
    return { problem: `“${text}” is out of reach`, remedy: 'Daybook holds the years 0000 to 9999.' };
  return { problem: `“${text}” is not a date and time`, remedy: REMEDY };
}

function local(text: string, { name, of }: TimeZone): LogMoment | InvalidMoment {
  const plain = plainDateTime(text);
  if (!plain)
    return { problem: `“${text}” is not a date and time: there is no such day or time`, remedy: REMEDY };
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(name, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  if (!first.toPlainDateTime().equals(plain))
    return {
      problem: `the clocks in ${name} never showed “${text}”: they were set forward over it`,
      remedy: `It has no zone of its own, so that of ${of} was taken. Write the offset, such as +01:00.`,
    };
  const instant = parseInstant(first.toInstant().toString());
  if (instant === undefined)
    return { problem: `“${text}” is out of reach`, remedy: 'Daybook holds the years 0000 to 9999.' };
  const isAmbiguous = first.epochMilliseconds !== second.epochMilliseconds;
  return { instant, written: text, timeZone: name, ...(isAmbiguous && { isAmbiguous }) };
}

function plainDateTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  } catch {
    return undefined;
  }
}

/** On the source's clock, not in UTC. */
export function parseLogDay(written: string, zone: TimeZone): string | InvalidMoment {
  const text = written.trim();
  if (DATE.test(text)) {
    // Midnight may be skipped by a clock change, noon is not.
    return plainDateTime(`${text}T12:00`)
      ? text
      : { problem: `“${text}” is not a day of the calendar`, remedy: REMEDY };
  }
  const moment = parseLogMoment(text, zone);
  return 'problem' in moment ? moment : text.slice(0, 10);
}

export function isZoneOrOffset(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z+-]/.test(name);
  } catch {
    return false;
  }
}

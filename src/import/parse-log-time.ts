// Times of a log, as XML Schema and ISO 8601 write them: nothing is completed, guessed or moved.
import { Temporal } from 'temporal-polyfill';
import { parseInstant } from '#specification/field-types/moments.js';

/** A time without a zone is one of this zone; `of` says whose it is, for messages. */
export interface TimeZone {
  readonly name: string;
  readonly of: string;
}

export interface LogMoment {
  /** As it is stored: UTC with milliseconds. */
  readonly instant: string;
  /** As the log wrote it, where that says more: its offset, or digits beyond milliseconds. */
  readonly written?: string;
  /** The zone it was taken for, where it had none. */
  readonly timeZone?: string;
  /** true: the clocks were set back there and showed it twice; the first time is meant. */
  readonly twice?: boolean;
}

export interface NoMoment {
  readonly problem: string;
  readonly remedy: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const LONG_AGO = /^-\d{4,}-|^[+]?\d{5,}-/;
const REMEDY = 'Write it like 2026-11-20T10:00:00+01:00 (ISO 8601).';

/** White space around it says nothing in XML. */
export function readMoment(written: string, zone: TimeZone): LogMoment | NoMoment {
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

function notWritten(text: string): NoMoment {
  if (DATE.test(text))
    return { problem: `“${text}” is a day without a time`, remedy: `Write it like ${text}T10:00:00+01:00.` };
  if (LONG_AGO.test(text))
    return { problem: `“${text}” is out of reach`, remedy: 'Daybook holds the years 0000 to 9999.' };
  return { problem: `“${text}” is not a date and time`, remedy: REMEDY };
}

function local(text: string, { name, of }: TimeZone): LogMoment | NoMoment {
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
  const twice = first.epochMilliseconds !== second.epochMilliseconds;
  return { instant, written: text, timeZone: name, ...(twice && { twice }) };
}

function plainDateTime(text: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(text.replace(' ', 'T'));
  } catch {
    return undefined;
  }
}

/** A day, or the day on the clock of whoever wrote the moment: not the one in UTC. */
export function readDay(written: string, zone: TimeZone): string | NoMoment {
  const text = written.trim();
  if (DATE.test(text)) {
    // Midnight may have been jumped over, but the day was there.
    return plainDateTime(`${text}T12:00`)
      ? text
      : { problem: `“${text}” is not a day of the calendar`, remedy: REMEDY };
  }
  const moment = readMoment(text, zone);
  return 'problem' in moment ? moment : text.slice(0, 10);
}

/** Whether there is such a time zone: a name of the IANA list, or an offset such as +01:00. */
export function isZoneOrOffset(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z+-]/.test(name);
  } catch {
    return false;
  }
}

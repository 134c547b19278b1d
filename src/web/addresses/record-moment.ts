import { Temporal } from 'temporal-polyfill';
import { findDayAt } from '#query-handling/calendar/calendar-days.js';
import type { RecordMoment } from '#query-handling/record-details/view-past-record.js';
import { endOfDay, parseDay, toStoredInstant } from './filter-values.js';

export const MOMENT_PARAMETER = 'at';
/** Of the form, beside a day. */
const TIME_OF_DAY = 'time';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The moment as text; '': today. */
export function readMomentText(query: URLSearchParams): string {
  const [at, time] = [query.get(MOMENT_PARAMETER) ?? '', query.get(TIME_OF_DAY) ?? ''];
  return DAY.test(at) && time !== '' ? `${at}T${time}` : at;
}

export interface RequestedMoment {
  readonly moment: RecordMoment;
  /** The requested day or ISO 8601 instant; undefined: an event of the log. */
  readonly day?: string;
  readonly instant?: string;
}

const POSITION = /^\d{1,15}$/;
const TIME =
  /^(?<local>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?<seconds>:\d{2}(?<fraction>\.\d{1,9})?)?)(?<zone>Z|[+-]\d{2}:\d{2})?$/;
/** A plus in a query decodes to a space, which breaks hand-written UTC offsets. */
const PLUS = /^(\S+) (\d{2}:\d{2})$/;

/** Days, minutes and seconds count to their end; local times are in `timeZone`. undefined: not understood. */
export function readRecordMoment(text: string, timeZone: string): RequestedMoment | undefined {
  const trimmed = text.trim().replace(PLUS, '$1+$2');
  if (POSITION.test(trimmed)) return { moment: { position: Number(trimmed) } };
  const day = parseDay(trimmed);
  if (day !== undefined) return { moment: { before: endOfDay(day, timeZone) }, day };
  const { local, seconds, fraction, zone } = TIME.exec(trimmed)?.groups ?? {};
  if (local === undefined) return undefined;
  try {
    const start =
      zone === undefined
        ? Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(timeZone).toInstant()
        : Temporal.Instant.from(trimmed);
    const unit =
      seconds === undefined ? { minutes: 1 } : fraction === undefined ? { seconds: 1 } : { milliseconds: 1 };
    return { moment: { before: toStoredInstant(start.add(unit)) }, instant: toStoredInstant(start) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What has not happened yet cannot be shown: pages show today's state, and say so. */
export const isStillToCome = (
  { day, instant }: Pick<RequestedMoment, 'day' | 'instant'>,
  now: string,
  timeZone: string,
): boolean =>
  day !== undefined
    ? day > findDayAt(now, timeZone)
    : instant !== undefined && Date.parse(instant) > Date.parse(now);

/** For inputs of a day and a time. */
export function toLocalMinute(
  instant: string,
  timeZone: string,
): { readonly day: string; readonly time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return {
    day: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}

// Working days in expressions: `record.receivedOn + workdays(10)`, `workdaysBetween(record.from, record.until)`.
import type { Environment } from '@marcbachmann/cel-js';
import { DateOutOfRange } from '../values/not-evaluable.js';
import { CalendarDate } from '../values/calendar-date.js';
import { TIMESTAMP } from '../values/type-names.js';
import type { WorkingCalendar } from '../model/working-calendar.js';
import { addWorkdays, isWorkday, countWorkdaysBetween } from '../working-time/workdays.js';
import { addWorkingDays } from '../working-time/working-time.js';
import { spendSteps } from './evaluation-budget.js';

class Workdays {
  constructor(readonly count: number) {}
}

/** A moment goes through the time zone several times. */
const MOMENT = 1000;
/** A day is counted to. */
const COUNTED = 50;

/** What needs a calendar, where section 9 shows none. */
export const WORKDAY_FUNCTIONS: readonly string[] = ['workdays', 'workdaysBetween', 'isWorkday'];

export function registerWorkdayFunctions(
  cel: Environment,
  calendar: WorkingCalendar,
  timeZone: string,
): void {
  cel.registerType('workdays', { ctor: Workdays, fields: {} });
  cel.registerFunction('workdays(int): workdays', (count: bigint) => new Workdays(Number(count)));
  for (const [operator, sign] of [
    ['+', 1],
    ['-', -1],
  ] as const) {
    const day = ({ iso }: CalendarDate, { count }: Workdays) => {
      spendSteps(COUNTED);
      return new CalendarDate(addWorkdays(iso, sign * count, calendar));
    };
    const moment = (at: Date, { count }: Workdays) => {
      spendSteps(MOMENT);
      return toDate(addWorkingDays(at, sign * count, calendar, timeZone));
    };
    cel.registerOperator(`date ${operator} workdays: date`, day);
    cel.registerOperator(`${TIMESTAMP} ${operator} workdays: ${TIMESTAMP}`, moment);
  }
  cel.registerFunction('workdaysBetween(date, date): int', (first: CalendarDate, second: CalendarDate) => {
    spendSteps(COUNTED);
    return BigInt(countWorkdaysBetween(first.iso, second.iso, calendar));
  });
  cel.registerFunction('isWorkday(date): bool', ({ iso }: CalendarDate) => isWorkday(iso, calendar));
}

function toDate(instant: number): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new DateOutOfRange();
  return date;
}

import type { Environment } from '@marcbachmann/cel-js';
import { DateOutOfRange } from '../values/not-evaluable.js';
import { CalendarDate } from '../values/calendar-date.js';
import { CEL_TIMESTAMP_TYPE } from '../values/cel-type-names.js';
import type { WorkingCalendar } from '../model/working-calendar.js';
import { addWorkdays, isWorkday, countWorkdaysBetween } from '../working-time/workdays.js';
import { addWorkingDays } from '../working-time/working-time.js';
import { spendSteps } from './evaluation-budget.js';

class Workdays {
  constructor(readonly count: number) {}
}

const INSTANT_STEPS = 1000;
const DAY_STEPS = 50;

/** Need the calendar of section 9. */
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
      spendSteps(DAY_STEPS);
      return new CalendarDate(addWorkdays(iso, sign * count, calendar));
    };
    const moment = (at: Date, { count }: Workdays) => {
      spendSteps(INSTANT_STEPS);
      return toDate(addWorkingDays(at, sign * count, calendar, timeZone));
    };
    cel.registerOperator(`date ${operator} workdays: date`, day);
    cel.registerOperator(`${CEL_TIMESTAMP_TYPE} ${operator} workdays: ${CEL_TIMESTAMP_TYPE}`, moment);
  }
  cel.registerFunction('workdaysBetween(date, date): int', (first: CalendarDate, second: CalendarDate) => {
    spendSteps(DAY_STEPS);
    return BigInt(countWorkdaysBetween(first.iso, second.iso, calendar));
  });
  cel.registerFunction('isWorkday(date): bool', ({ iso }: CalendarDate) => isWorkday(iso, calendar));
}

function toDate(instant: number): Date {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) throw new DateOutOfRange();
  return date;
}

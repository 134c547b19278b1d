// A calendar made ready for counting: how much work lies before a moment is looked up, never walked to, so that far
// moments and long lists of holidays cost no more than near ones.
import { DateOutOfRange } from '../values/not-evaluable.js';
import type { WorkingCalendar } from '../model/working-calendar.js';

const MINUTE = 60_000;
export const WALL_DAY_MS = 86_400_000;

/** Nothing is looked for further away than a hundred years. */
export const MAX_DAYS = 36_525;

/** 1970-01-01, day 0, was a Thursday. */
const MONDAY_TO_DAY_0 = 3;

interface Hours {
  readonly from: number;
  readonly until: number;
  /** Work of the day before `from`. */
  readonly before: number;
}

const counted = new WeakMap<WorkingCalendar, IndexedCalendar>();

export function indexCalendar(calendar: WorkingCalendar): IndexedCalendar {
  const known = counted.get(calendar);
  if (known) return known;
  const made = new IndexedCalendar(calendar);
  counted.set(calendar, made);
  return made;
}

/** Days are counted from 1970-01-01, and times of a clock on the wall in milliseconds from its midnight. */
export class IndexedCalendar {
  /** How many of the first days of a week, from Monday on, are worked on. */
  private readonly ofWeek: readonly number[];
  private readonly holidays: readonly number[];
  private readonly hours: readonly Hours[];
  private readonly perDay: number;

  constructor({ days, hours, holidays }: WorkingCalendar) {
    this.ofWeek = [0, 1, 2, 3, 4, 5, 6, 7].map((most) => days.filter((day) => day <= most).length);
    const free = holidays.map(toDayNumber).filter((day) => this.isWorkingWeekday(day));
    this.holidays = free.sort((a, b) => a - b);
    let before = 0;
    this.hours = hours.map(({ from, until }) => {
      const each = { from: from * MINUTE, until: until * MINUTE, before };
      before += each.until - each.from;
      return each;
    });
    this.perDay = before;
  }

  isWorkingDay(day: number): boolean {
    return this.daysBefore(day + 1) > this.daysBefore(day);
  }

  /** Working days before this one, from where counting begins; the number of a working day, therefore. */
  daysBefore(day: number): number {
    const weeks = Math.floor((day + MONDAY_TO_DAY_0) / 7);
    const inWeek = this.ofWeek[day + MONDAY_TO_DAY_0 - weeks * 7]!;
    const free = firstIndex(0, this.holidays.length, (index) => this.holidays[index]! >= day);
    return weeks * this.ofWeek[7]! + inWeek - free;
  }

  /** The working day of this number, which is looked for around a day. */
  dayOfNumber(number: number, around: number): number {
    const first = around - MAX_DAYS;
    const last = around + MAX_DAYS;
    const day = firstIndex(first, last, (each) => this.daysBefore(each + 1) > number);
    if (day === last || this.daysBefore(day) !== number) throw new DateOutOfRange();
    return day;
  }

  /** Milliseconds of work before a time of the clock. */
  workBefore(wall: number): number {
    const day = Math.floor(wall / WALL_DAY_MS);
    const days = this.daysBefore(day) * this.perDay;
    return this.isWorkingDay(day) ? days + this.workOfDay(wall - day * WALL_DAY_MS) : days;
  }

  /** The working moment before which so much work lies, which is looked for around a day. */
  momentAfter(work: number, around: number): number {
    const number = Math.floor(work / this.perDay);
    const rest = work - number * this.perDay;
    const hours = this.hours.findLast(({ before }) => before <= rest)!;
    return this.dayOfNumber(number, around) * WALL_DAY_MS + hours.from + rest - hours.before;
  }

  private isWorkingWeekday(day: number): boolean {
    const inWeek = (((day + MONDAY_TO_DAY_0) % 7) + 7) % 7;
    return this.ofWeek[inWeek + 1]! > this.ofWeek[inWeek]!;
  }

  private workOfDay(time: number): number {
    const hours = this.hours.findLast(({ from }) => from <= time);
    return hours ? hours.before + Math.min(time, hours.until) - hours.from : 0;
  }
}

export function toDayNumber(iso: string): number {
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / WALL_DAY_MS);
}

export function formatDayNumber(day: number): string {
  const text = new Date(day * WALL_DAY_MS).toISOString().slice(0, 10);
  // Years beyond four digits are no days of the language.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new DateOutOfRange();
  return text;
}

/** The first of those from `low` on, and before `high`, of which something holds that holds of all after it; or `high`. */
function firstIndex(low: number, high: number, holds: (index: number) => boolean): number {
  let [from, until] = [low, high];
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    if (holds(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}

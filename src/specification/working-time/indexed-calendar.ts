// Prefix sums make far moments and many holidays cheap.
import { DateOutOfRange } from '../values/not-evaluable.js';
import type { WorkingCalendar } from '../model/working-calendar.js';

const MINUTE = 60_000;
export const WALL_DAY_MS = 86_400_000;

/** A hundred years. */
export const MAX_DAYS = 36_525;

/** Day 0, 1970-01-01, was a Thursday. */
const MONDAY_TO_DAY_0 = 3;

interface Hours {
  readonly from: number;
  readonly until: number;
  /** Work before `from`. */
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

/** Days since 1970-01-01; local times in milliseconds since. */
export class IndexedCalendar {
  /** Working days among a week's first n days. */
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

  /** The number of a working day. */
  daysBefore(day: number): number {
    const weeks = Math.floor((day + MONDAY_TO_DAY_0) / 7);
    const inWeek = this.ofWeek[day + MONDAY_TO_DAY_0 - weeks * 7]!;
    const free = firstIndex(0, this.holidays.length, (index) => this.holidays[index]! >= day);
    return weeks * this.ofWeek[7]! + inWeek - free;
  }

  /** `around`: start of the search. */
  dayOfNumber(number: number, around: number): number {
    const first = around - MAX_DAYS;
    const last = around + MAX_DAYS;
    const day = firstIndex(first, last, (each) => this.daysBefore(each + 1) > number);
    if (day === last || this.daysBefore(day) !== number) throw new DateOutOfRange();
    return day;
  }

  /** Milliseconds. */
  workBefore(wall: number): number {
    const day = Math.floor(wall / WALL_DAY_MS);
    const days = this.daysBefore(day) * this.perDay;
    return this.isWorkingDay(day) ? days + this.workOfDay(wall - day * WALL_DAY_MS) : days;
  }

  /** `around`: start of the search. */
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
  // Years have four digits.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new DateOutOfRange();
  return text;
}

/** `holds` is monotone; `high` if none holds. */
function firstIndex(low: number, high: number, holds: (index: number) => boolean): number {
  let [from, until] = [low, high];
  while (from < until) {
    const middle = Math.floor((from + until) / 2);
    if (holds(middle)) until = middle;
    else from = middle + 1;
  }
  return from;
}

import { suggestName, findNearestName } from '#specification/document/nearest-name.js';
import { getPositionAt } from '#specification/document/yaml-node.js';
import { isDate } from '#specification/values/calendar-date.js';
import type { WorkingCalendar, WorkingHours } from '#specification/model/working-calendar.js';
import type { ConstantsSection } from './constants-shape.js';
import { listNamesWithPaths, type Path, type Problems, truncateText } from '../section-context.js';

type OneOrMore = string | readonly string[] | undefined;

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const IN_FULL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const OFFICE_DAYS = [1, 2, 3, 4, 5];
const OFFICE_HOURS: readonly WorkingHours[] = [{ from: 9 * 60, until: 17 * 60 }];

export function readWorkingCalendar(
  section: ConstantsSection,
  problems: Problems,
): WorkingCalendar | undefined {
  const shown = section.data.calendar;
  if (!shown) return undefined;
  const reading = { section, problems };
  return {
    days: readDays(reading, shown.days),
    hours: readHours(reading, shown.hours),
    holidays: readHolidays(reading, shown.holidays),
  };
}

interface WorkingCalendarReading {
  readonly section: ConstantsSection;
  readonly problems: Problems;
}

function reportProblem(
  { section, problems }: WorkingCalendarReading,
  path: Path,
  message: string,
  remedy?: string,
): void {
  problems.report(getPositionAt(section.node, path), message, remedy);
}

const DAYS: Path = ['calendar', 'days'];

function readDays(reading: WorkingCalendarReading, shown: OneOrMore): readonly number[] {
  if (shown === undefined) return OFFICE_DAYS;
  const found = new Set<number>();
  let broken = false;
  for (const { name, path } of listNamesWithPaths(shown, DAYS)) {
    const days = parseDays(reading, path, name);
    if (!days) broken = true;
    else if (days.some((day) => found.has(day))) {
      const twice = days.find((day) => found.has(day))!;
      reportProblem(reading, path, `\`${WEEK[twice - 1]}\` is among the days already`, 'name each day once');
    }
    for (const day of days ?? []) found.add(day);
  }
  if (found.size === 0) {
    if (!broken)
      reportProblem(reading, DAYS, 'no day is worked on', 'name at least one, such as `[mon–fri]`');
    return OFFICE_DAYS;
  }
  return [...found].sort((a, b) => a - b);
}

/** `tue`, `mon–fri`, `sun–thu` */
function parseDays(
  reading: WorkingCalendarReading,
  path: Path,
  shown: string,
): readonly number[] | undefined {
  const [first = '', last = first, ...more] = splitRange(shown);
  if (more.length > 0) {
    reportProblem(reading, path, `\`${truncateText(shown)}\` is no range of days`, 'write it like `mon–fri`');
    return undefined;
  }
  const [from, until] = [first, last].map((name) => parseDayOfWeek(reading, path, name));
  if (from === undefined || until === undefined) return undefined;
  const count = ((until - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((from - 1 + index) % 7) + 1);
}

function parseDayOfWeek(reading: WorkingCalendarReading, path: Path, name: string): number | undefined {
  const lower = name.toLowerCase();
  const index = Math.max(WEEK.indexOf(lower), IN_FULL.indexOf(lower));
  if (index >= 0) return index + 1;
  const near = findNearestName(lower, [...WEEK, ...IN_FULL]);
  const remedy = near === undefined ? suggestName(lower, WEEK) : `did you mean \`${near}\`?`;
  reportProblem(reading, path, `there is no day of the week \`${truncateText(name)}\``, remedy);
  return undefined;
}

const HOURS: Path = ['calendar', 'hours'];

function readHours(reading: WorkingCalendarReading, shown: OneOrMore): readonly WorkingHours[] {
  if (shown === undefined) return OFFICE_HOURS;
  const each = listNamesWithPaths(shown, HOURS);
  if (each.length === 0)
    reportProblem(reading, HOURS, 'no hour is worked in', 'show at least one range, such as `09:00–17:00`');
  const found = each.flatMap(({ name, path }) => {
    const hours = parseRange(reading, path, name);
    return hours ? [{ ...hours, path, name }] : [];
  });
  const sorted = found.toSorted((a, b) => a.from - b.from);
  for (const [index, { from, path, name }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (!before || before.until <= from) continue;
    const message = `\`${truncateText(name)}\` overlaps \`${truncateText(before.name)}\``;
    reportProblem(reading, path, message, 'begin it where the other ends, or later');
  }
  return sorted.length === 0 ? OFFICE_HOURS : sorted.map(({ from, until }) => ({ from, until }));
}

const WRITTEN = 'write hours like `09:00–17:00`, from `00:00` to `24:00`';

function parseRange(reading: WorkingCalendarReading, path: Path, shown: string): WorkingHours | undefined {
  const [from, until, ...more] = splitRange(shown).map(parseMinutes);
  if (from === undefined || until === undefined || more.length > 0) {
    reportProblem(reading, path, `\`${truncateText(shown)}\` is no range of hours`, WRITTEN);
    return undefined;
  }
  if (from < until) return { from, until };
  const nothing = from === until ? 'is no time at all' : 'ends before it begins';
  const [first = '', last = ''] = splitRange(shown);
  const overnight = `what goes on over midnight is two ranges: \`[00:00–${last}, ${first}–24:00]\``;
  reportProblem(reading, path, `\`${truncateText(shown)}\` ${nothing}`, from === until ? WRITTEN : overnight);
  return undefined;
}

function parseMinutes(shown: string): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(shown) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes : undefined;
}

function splitRange(shown: string): readonly string[] {
  return shown.split(/[-‐‑‒–—]/).map((each) => each.trim());
}

const HOLIDAYS: Path = ['calendar', 'holidays'];

function readHolidays(reading: WorkingCalendarReading, shown: OneOrMore): readonly string[] {
  const found = new Set<string>();
  for (const { name, path } of listNamesWithPaths(shown, HOLIDAYS)) {
    if (!isDate(name))
      reportProblem(
        reading,
        path,
        `there is no day \`${truncateText(name)}\``,
        'a day is written like `2026-12-25`',
      );
    else if (found.has(name))
      reportProblem(reading, path, `\`${name}\` stands here twice`, 'leave it out once');
    else found.add(name);
  }
  return [...found].sort();
}

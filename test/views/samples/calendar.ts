import type { CalendarDay, CalendarEntry, CalendarPage } from '#views/view-models/calendar.js';
import { frame } from './frame.js';

const PATH = '/leave/calendar';
const dayOf = (index: number) => new Date(Date.UTC(2026, 9, 26 + index)).toISOString().slice(0, 10);

const entry = (id: number, label: string, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id: `e${id}`,
  href: `/leave/absences/${id}`,
  label,
  hidden: false,
  state: { title: 'Approved', tone: 'active' },
  ...more,
});

const ON: Readonly<Record<string, readonly CalendarEntry[]>> = {
  '2026-11-03': [entry(1, 'Ana Sousa')],
  '2026-11-04': [entry(1, 'Ana Sousa'), entry(2, 'Thomas Okafor', { at: '2026-11-04T08:30:00.000Z' })],
  '2026-11-05': [entry(1, 'Ana Sousa')],
  '2026-11-20': [
    entry(3, 'Maximiliane Freifrau von und zu Hohenlohe-Schillingsfürst'),
    entry(4, '<b>Li</b> & 李小龍', { state: { title: 'Asked', tone: 'waiting' } }),
    entry(5, '', { hidden: true }),
  ],
  '2026-11-28': [entry(6, 'Sam Weiss', { state: { title: 'Refused', tone: 'bad' } })],
};

const day = (date: string, unit: 'month' | 'week'): CalendarDay => ({
  day: date,
  isToday: date === '2026-11-20',
  isBeside: unit === 'month' && !date.startsWith('2026-11'),
  entries: ON[date] ?? [],
  more: unit === 'month' && date === '2026-11-20' ? 3 : 0,
  href: `${PATH}?week=${date}`,
});

const weeks = Array.from({ length: 6 }, (_, week) =>
  Array.from({ length: 7 }, (_, at) => dayOf(week * 7 + at)),
);

export const calendar: CalendarPage = {
  frame: frame('Leave', PATH),
  heading: 'Leave',
  unit: 'month',
  first: '2026-11-01',
  previous: `${PATH}?month=2026-10`,
  next: `${PATH}?month=2026-12`,
  today: `${PATH}?month=2026-11`,
  ...{
    month: `${PATH}?month=2026-11`,
    week: `${PATH}?week=2026-11-20`,
    list: '/leave/absences',
    feed: '/api/leave/Absence/calendars/absences',
  },
  weeks: weeks.map((days) => days.map((date) => day(date, 'month'))),
  count: 9,
  notes: ['There are more than are shown: look at a week.'],
  partly: false,
  open: { href: '/leave/absences/new', title: 'New absence' },
};

export const weekCalendar: CalendarPage = {
  ...calendar,
  unit: 'week',
  first: '2026-11-16',
  count: 3,
  notes: [],
  weeks: weeks.slice(3, 4).map((days) => days.map((date) => day(date, 'week'))),
};

export const emptyCalendar: CalendarPage = {
  ...calendar,
  weeks: calendar.weeks.map((days) => days.map((each) => ({ ...each, entries: [], more: 0 }))),
  count: 0,
  notes: [],
  partly: true,
};

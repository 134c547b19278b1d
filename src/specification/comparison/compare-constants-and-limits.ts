import type { Constant, Limits, Retention, WorkingCalendar } from '../model/specification.js';
import type { ConstantEntry } from '../model/constant.js';
import {
  addEntityToLocation,
  joinWithAnd,
  compareNumber,
  comparePart,
  quote,
  compareFormatted,
  compareText,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  type Comparison,
  type MemberComparisons,
} from './differences.js';
import {
  formatByteCount,
  formatWeekdays,
  getEntityTitle,
  compareExpression,
  formatHours,
  compareStates,
} from './format-model.js';

type Cell = NonNullable<ConstantEntry['cells']>[number];

const formatCell = ({ key, when, text: value }: Cell): string =>
  `${key ?? (when === undefined ? 'otherwise' : `where \`${when}\``)}: ${value}`;

/** Only the page of constants sets `changed`, which is left out. */
function formatEntry({ cells, from, text: value }: Omit<ConstantEntry, 'changed'>): string {
  const whole = cells ? joinWithAnd(cells.map(formatCell)) : value;
  return from === undefined ? `${whole}` : `${whole} from ${from} on`;
}

export const formatConstantValues = (values: Constant['values']): string | undefined =>
  joinWithAnd(values.map(formatEntry));

export const CONSTANT_COMPARISON: MemberComparisons<Constant> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  kind: compareText('Kind'),
  type: compareText('Type'),
  by: compareText('A value for each choice of'),
  on: compareFormatted<string>('Conditions look at', (key, side) => quote(getEntityTitle(key, side))),
  values: compareFormatted<Constant['values']>('Value', formatConstantValues),
  changedBy: compareFormatted<NonNullable<Constant['changedBy']>>(
    'Who may change it without a new version',
    ({ roles: all }, side) => joinWithAnd(all.map((key) => side.specification.roles[key]?.title ?? key)),
    { absent: 'nobody' },
  ),
  place: IGNORED_LOCATION,
};

const RETENTION: MemberComparisons<Retention> = {
  keep: compareText('Kept for'),
  in: compareStates('Counted from', 'the last change'),
  unless: compareExpression('Kept longer where'),
  sign: compareText('Erased with the signature'),
  place: IGNORED_LOCATION,
};

const retention: Comparison<Limits['retention']> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((entity) => {
    const [was, is] = [before[entity], after[entity]];
    const title = getEntityTitle(entity, is ? at.after : at.before);
    const here = { ...addEntityToLocation(at, { entity }), about: [...at.about, title] };
    const missing = {
      added: `What is personal is erased after ${is?.keep} now.`,
      removed: 'What is personal is kept for ever now.',
    };
    return comparePart(RETENTION, missing)(was, is, here);
  });

const size = (what: string): Comparison<number | undefined> =>
  compareFormatted<number>(what, formatByteCount);

export const LIMITS_COMPARISON: MemberComparisons<Limits> = {
  opensPerUserPerDay: compareNumber('Records that a person may open on a day', 'any number'),
  text: compareNumber('Characters of a text'),
  comment: compareNumber('Characters of a comment'),
  reason: compareNumber('Characters of a reason'),
  rows: compareNumber('Rows of a table'),
  attachment: size('Size of a file'),
  retention,
  places: IGNORED_LOCATION,
};

export const WORKING_CALENDAR_COMPARISON: MemberComparisons<WorkingCalendar> = {
  days: compareFormatted<WorkingCalendar['days']>('Working days', formatWeekdays),
  hours: compareFormatted<WorkingCalendar['hours']>('Working hours', formatHours),
  holidays: compareFormatted<WorkingCalendar['holidays']>('Holidays', joinWithAnd),
};

// How constants, limits and working time are compared.
import type { Constant, Limits, Retention, WorkingCalendar } from '../model/specification.js';
import type { ConstantEntry } from '../model/constant.js';
import {
  ofEntity,
  listed,
  number,
  part,
  quoted,
  said,
  text,
  worded,
  KEY,
  PLACE,
  type Comparison,
  type Members,
} from './differences.js';
import { bytesText, daysOf, entityTitle, expression, hoursOf, states } from './model-in-words.js';

type Cell = NonNullable<ConstantEntry['cells']>[number];

const cellText = ({ key, when, text: value }: Cell): string =>
  `${key ?? (when === undefined ? 'otherwise' : `where \`${when}\``)}: ${value}`;

/** All of an entry but `changed`, which only the page of constants sets. */
function entryText({ cells, from, text: value }: Omit<ConstantEntry, 'changed'>): string {
  const whole = cells ? listed(cells.map(cellText)) : value;
  return from === undefined ? `${whole}` : `${whole} from ${from} on`;
}

export const valuesOf = (values: Constant['values']): string | undefined => listed(values.map(entryText));

export const CONSTANT: Members<Constant> = {
  key: KEY,
  title: worded('Title'),
  kind: text('Kind'),
  type: text('Type'),
  by: text('A value for each choice of'),
  on: said<string>('Conditions look at', (key, side) => quoted(entityTitle(key, side))),
  values: said<Constant['values']>('Value', valuesOf),
  changedBy: said<NonNullable<Constant['changedBy']>>(
    'Who may change it without a new version',
    ({ roles: all }, side) => listed(all.map((key) => side.specification.roles[key]?.title ?? key)),
    { absent: 'nobody' },
  ),
  place: PLACE,
};

const RETENTION: Members<Retention> = {
  keep: text('Kept for'),
  in: states('Counted from', 'the last change'),
  unless: expression('Kept longer where'),
  sign: text('Erased with the signature'),
  place: PLACE,
};

const retention: Comparison<Limits['retention']> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((entity) => {
    const [was, is] = [before[entity], after[entity]];
    const title = entityTitle(entity, is ? at.after : at.before);
    const here = { ...ofEntity(at, { entity }), about: [...at.about, title] };
    const missing = {
      added: `What is personal is erased after ${is?.keep} now.`,
      removed: 'What is personal is kept for ever now.',
    };
    return part(RETENTION, missing)(was, is, here);
  });

const size = (what: string): Comparison<number | undefined> => said<number>(what, bytesText);

export const LIMITS: Members<Limits> = {
  opensPerUserPerDay: number('Records that a person may open on a day', 'any number'),
  text: number('Characters of a text'),
  comment: number('Characters of a comment'),
  reason: number('Characters of a reason'),
  rows: number('Rows of a table'),
  attachment: size('Size of a file'),
  retention,
  places: PLACE,
};

export const WORKING: Members<WorkingCalendar> = {
  days: said<WorkingCalendar['days']>('Working days', daysOf),
  hours: said<WorkingCalendar['hours']>('Working hours', hoursOf),
  holidays: said<WorkingCalendar['holidays']>('Holidays', listed),
};

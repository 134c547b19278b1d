import type { CalendarFields, Dashboard, Report, Screen, Tile } from '../model/specification.js';
import {
  compareMembers,
  joinWithAnd,
  ignoreDifference,
  comparePart,
  quote,
  compareFormatted,
  compareText,
  compareKeyedList,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  type Comparison,
  type MemberComparisons,
} from './differences.js';
import { getEntityTitle, compareExpression, compareKeyLists, compareRoles } from './format-model.js';

const REPORT: MemberComparisons<Report> = {
  measures: compareFormatted<Report['measures']>('Measures', (all) =>
    joinWithAnd(
      all.map(({ kind, field, timeIn }) => {
        if (timeIn !== undefined) return `${kind} of the time in \`${timeIn}\``;
        return field === undefined ? kind : `${kind} of \`${field}\``;
      }),
    ),
  ),
  by: compareKeyLists('Grouped by'),
  over: compareFormatted<NonNullable<Report['over']>>(
    'Grouped over',
    ({ unit, column }) => `${unit} of \`${column}\``,
  ),
  chart: compareText('Shown as'),
};

const CALENDAR: MemberComparisons<CalendarFields> = {
  from: compareText('Begins with'),
  until: compareText('Ends with'),
  label: compareText('Called by'),
};

const SCREEN: MemberComparisons<Screen> = {
  path: IGNORED_KEY,
  kind: compareText('Kind of screen'),
  entity: compareFormatted<string>('Shows', (key, side) => quote(getEntityTitle(key, side))),
  title: compareWording('Title'),
  columns: compareKeyLists('Columns'),
  filters: compareKeyLists('Filters'),
  sort: compareFormatted<Screen['sort']>(
    'Sorted by',
    ({ field, descending }) => `\`${field}\`, ${descending ? 'last first' : 'first first'}`,
  ),
  where: compareExpression('Only records where'),
  roles: compareRoles('Who sees it'),
  card: compareKeyLists('On a card'),
  fields: compareKeyLists('Fields'),
  report: comparePart(REPORT, { added: 'It shows a report now.', removed: 'It shows no report any more.' }),
  calendar: comparePart(CALENDAR, {
    added: 'It shows a calendar now.',
    removed: 'It shows no calendar any more.',
  }),
  declared: ignoreDifference('those that Daybook makes up follow from the entities, and are left out'),
  place: IGNORED_LOCATION,
};

export const compareScreens: Comparison<readonly Screen[]> = (before, after, at) => {
  const [was, is] = [before, after].map((all) => all.filter(({ declared }) => declared));
  return compareKeyedList<Screen>({
    noun: 'Screen',
    key: ({ path }) => path,
    title: ({ title, path }) => `${title} (${path})`,
    line: ({ place }) => place?.line,
    describe: ({ kind, entity }, side) => `a ${kind} of ${getEntityTitle(entity, side)}`,
    members: SCREEN,
  })(was!, is!, at);
};

const TILE: MemberComparisons<Tile> = {
  kind: compareText('Kind of tile'),
  screen: IGNORED_KEY,
  title: compareWording('Title of the tile'),
};

const compareTiles: Comparison<readonly Tile[]> = (before, after, at) => {
  const same =
    before.length === after.length && before.every(({ screen }, index) => after[index]!.screen === screen);
  if (same) return before.flatMap((tile, index) => compareMembers(TILE, tile, after[index]!, at));
  return compareFormatted<readonly Tile[]>('Tiles', (all) =>
    joinWithAnd(all.map(({ kind, screen }) => `${kind} of ${screen}`)),
  )(before, after, at);
};

export const DASHBOARD_COMPARISON: MemberComparisons<Dashboard> = {
  path: IGNORED_KEY,
  title: compareWording('Title'),
  tiles: compareTiles,
  roles: compareRoles('Who sees it'),
  place: IGNORED_LOCATION,
};

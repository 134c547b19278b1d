// How screens and pages of tiles are compared.
import type { CalendarFields, Dashboard, Report, Screen, Tile } from '../model/specification.js';
import {
  compareMembers,
  listed,
  notCompared,
  part,
  quoted,
  said,
  text,
  things,
  worded,
  KEY,
  PLACE,
  type Comparison,
  type Members,
} from './differences.js';
import { entityTitle, expression, keys, roles } from './model-in-words.js';

const REPORT: Members<Report> = {
  measures: said<Report['measures']>('Measures', (all) =>
    listed(
      all.map(({ kind, field, timeIn }) => {
        if (timeIn !== undefined) return `${kind} of the time in \`${timeIn}\``;
        return field === undefined ? kind : `${kind} of \`${field}\``;
      }),
    ),
  ),
  by: keys('Grouped by'),
  over: said<NonNullable<Report['over']>>('Grouped over', ({ unit, column }) => `${unit} of \`${column}\``),
  chart: text('Shown as'),
};

const CALENDAR: Members<CalendarFields> = {
  from: text('Begins with'),
  until: text('Ends with'),
  label: text('Called by'),
};

const SCREEN: Members<Screen> = {
  path: KEY,
  kind: text('Kind of screen'),
  entity: said<string>('Shows', (key, side) => quoted(entityTitle(key, side))),
  title: worded('Title'),
  columns: keys('Columns'),
  filters: keys('Filters'),
  sort: said<Screen['sort']>(
    'Sorted by',
    ({ field, descending }) => `\`${field}\`, ${descending ? 'last first' : 'first first'}`,
  ),
  where: expression('Only records where'),
  roles: roles('Who sees it'),
  card: keys('On a card'),
  fields: keys('Fields'),
  report: part(REPORT, { added: 'It shows a report now.', removed: 'It shows no report any more.' }),
  calendar: part(CALENDAR, { added: 'It shows a calendar now.', removed: 'It shows no calendar any more.' }),
  declared: notCompared('those that Daybook makes up follow from the entities, and are left out'),
  place: PLACE,
};

export const screens: Comparison<readonly Screen[]> = (before, after, at) => {
  const [was, is] = [before, after].map((all) => all.filter(({ declared }) => declared));
  return things<Screen>({
    noun: 'Screen',
    key: ({ path }) => path,
    title: ({ title, path }) => `${title} (${path})`,
    line: ({ place }) => place?.line,
    describe: ({ kind, entity }, side) => `a ${kind} of ${entityTitle(entity, side)}`,
    members: SCREEN,
  })(was!, is!, at);
};

const TILE: Members<Tile> = {
  kind: text('Kind of tile'),
  screen: KEY,
  title: worded('Title of the tile'),
};

/** They have no names: each is compared with the one in its place. */
const tiles: Comparison<readonly Tile[]> = (before, after, at) => {
  const same =
    before.length === after.length && before.every(({ screen }, index) => after[index]!.screen === screen);
  if (same) return before.flatMap((tile, index) => compareMembers(TILE, tile, after[index]!, at));
  return said<readonly Tile[]>('Tiles', (all) =>
    listed(all.map(({ kind, screen }) => `${kind} of ${screen}`)),
  )(before, after, at);
};

export const DASHBOARD: Members<Dashboard> = {
  path: KEY,
  title: worded('Title'),
  tiles,
  roles: roles('Who sees it'),
  place: PLACE,
};

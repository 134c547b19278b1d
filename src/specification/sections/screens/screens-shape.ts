import { z } from 'zod';
import { isReservedRoute, RECORD_ID_PATTERN } from '#specification/document/key-grammar.js';
import { namesShape, wordsShape } from '../common-shapes.js';

const route = z
  .string()
  .max(200)
  .regex(
    /^(\/([a-z0-9][a-z0-9-]*|\{id\}))+$/,
    'a route is written like `/requests/board`: small letters, digits and `-` between slashes',
  )
  .refine(
    (shown) => !isReservedRoute(shown),
    'the page of the specification stands there: choose another route',
  )
  .refine(
    (shown) => !shown.split('/').some((part) => RECORD_ID_PATTERN.test(part)),
    'a record could have this address: write no UUID into a route',
  );

const shownScreen = z.string().optional();

const tile = z.strictObject({
  count: shownScreen.meta({ description: 'The route of a list or a board: how many are on it.' }),
  list: shownScreen.meta({ description: 'The route of a list: its first records.' }),
  report: shownScreen.meta({ description: 'The route of a report: its chart.' }),
  title: wordsShape.optional(),
});

export const screenShape = z.strictObject({
  list: z.string().optional().meta({ description: 'The entity it lists.' }),
  board: z.string().optional().meta({ description: 'The entity it shows, a column per state.' }),
  report: z.string().optional().meta({ description: 'The entity it counts or sums up.' }),
  calendar: z.string().optional().meta({ description: 'The entity it shows by month and week.' }),
  dashboard: z
    .strictObject({ tiles: z.array(tile) })
    .optional()
    .meta({ description: 'Counts, lists and reports on one page.' }),
  form: z.string().optional().meta({ description: 'The entity it opens.' }),
  detail: z.string().optional().meta({ description: 'The entity it shows one record of.' }),
  title: wordsShape.optional(),
  columns: namesShape.optional(),
  filters: namesShape.optional(),
  sort: z.string().optional().meta({ description: 'A field; `-openedAt` sorts the latest first.' }),
  where: z.union([z.string(), z.boolean()]).optional(),
  roles: namesShape.optional(),
  card: namesShape.optional(),
  fields: namesShape.optional(),
  measure: namesShape.optional().meta({
    description:
      "`count`, or `sum(amount)`; also average, median, p90, min and max, of a number or of `timeIn('state')`; or a list of these.",
  }),
  by: namesShape.optional().meta({ description: 'The field to group by, or two.' }),
  over: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
  time: z
    .string()
    .optional()
    .meta({ description: 'The date or moment that `over` goes by; `openedAt` where it is left out.' }),
  from: z.string().optional().meta({ description: 'The date or moment at which a record begins.' }),
  until: z
    .string()
    .optional()
    .meta({ description: 'The date or moment at which it ends, the day itself included.' }),
  label: z.string().optional().meta({ description: 'The field a record is called by in the calendar.' }),
  chart: z.enum(['bar', 'line', 'donut', 'table']).optional(),
});

export const screensShape = z.strictObject({ screens: z.record(route, screenShape).optional() });

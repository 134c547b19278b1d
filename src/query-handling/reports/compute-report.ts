// Query: what a report comes to, of the records and the values that one person may read.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { NO_GROUPS } from '#projections/port/aggregation.js';
import { getValueAt } from '#projections/port/query.js';
import type { Entity, Report } from '#specification/model/specification.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { isHidden } from '../visibility/visible-records.js';
import { isExact } from '../lists/list-records.js';
import type { Periods } from './periods.js';
import {
  planReport,
  type MeasuredAmounts,
  type ReportQuery,
  type ReportPlan,
  type ReportGroup,
  type ReportKey,
  type ReportQuestion,
} from './plan-report.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { sumAmounts, groupRecords, scanRecords, findSpan } from './scan-report.js';
import { openRecordsView } from '../records/records-view.js';

export interface ReportResult {
  /** Fields with amounts, in the order of `amounts` of each group. */
  readonly of: readonly string[];
  readonly groups: readonly ReportGroup[];
  /** Of all groups, also those that are more than were asked for. */
  readonly total: Pick<ReportGroup, 'count' | 'amounts'>;
  /** There are more groups than were asked for. */
  readonly more: boolean;
  /** Records have to be looked at one by one, and there are more than `most`; the newest are looked at. */
  readonly partly: boolean;
  readonly most?: number;
  /** Some values it asks for are not visible to the viewer, and take no part. */
  readonly hides: boolean;
  /** Ids of the records in it that are not up to date. */
  readonly outdated: readonly string[];
  /** undefined: it does not go over a time. */
  readonly periods?: Periods;
  readonly names: Names;
}

/** Throws `Refused` where no role of the viewer reads such records. */
export async function computeReport(
  sources: QueryDependencies,
  question: ReportQuestion,
  query: ReportQuery,
): Promise<ReportResult> {
  const { published, entity, viewer, report } = question;
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: entity.plural }),
    );
  const plan = await planReport(published.specification.timeZone, question, view, query);
  const isAll = isExact(view, plan.search) && columnsOf(report).every((column) => view.rights.open(column));
  const isAddedUp = isAll && !plan.needsNumbers && plan.times.size === 0;
  const [found, outdated] = await Promise.all([
    isAddedUp ? counted(plan) : scanned(plan, isAll),
    view.outdated(plan.filter, plan.search),
  ]);
  const mentions = new Mentions();
  for (const { keys } of found.groups)
    keys
      .slice(report.over ? 1 : 0)
      .forEach((key, index) => mention(mentions, entity, report.by[index]!, key));
  const names = await findNames(sources, published, mentions, viewer);
  return { of: plan.of, ...found, outdated, names };
}

const columnsOf = ({ by, over, measures }: Report): readonly string[] => [
  ...by,
  ...(over ? [over.column] : []),
  ...measures.flatMap(({ field }) => field ?? []),
];

type ReportFigures = Omit<ReportResult, 'of' | 'outdated' | 'names'>;

/** By the read model, where its filter alone says what may be read. */
async function counted(plan: ReportPlan): Promise<ReportFigures> {
  const { view, report, filter, query, of, path } = plan;
  const periods = plan.periods(report.over && (await span(plan, path(report.over.column))));
  const by = [
    ...(report.over ? [{ path: path(report.over.column), starts: periods!.starts }] : []),
    ...report.by.map((key) => ({ path: path(key) })),
  ];
  const amounts = of.map(path);
  const { groups, more } = await view.records.aggregate({ filter, by, of: amounts, limit: query.limit });
  const { groups: all } = more
    ? await view.records.aggregate({ filter, by: [], of: amounts, limit: 1 })
    : NO_GROUPS;
  const total = all[0] ?? totalOf(groups, of.length);
  return { groups, more, total, partly: false, hides: false, ...(periods && { periods }) };
}

/** The first and the last text in a column. */
async function span(
  { view, filter }: ReportPlan,
  path: string,
): Promise<readonly [string, string] | undefined> {
  const given = { $and: [filter, { [path]: { $gte: '' } }] };
  const [first, last] = await Promise.all(
    [false, true].map(async (descending) => {
      const query = { filter: given, sort: { path, descending }, limit: 1, onwardOnly: true };
      const { documents } = await view.records.find(query);
      return documents[0] && String(getValueAt(documents[0], path));
    }),
  );
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** By looking at records one by one, as lists do. `isAll`: every one that is found is visible. */
async function scanned(plan: ReportPlan, isAll: boolean): Promise<ReportFigures> {
  const { records, partly, most } = await scanRecords(plan, isAll);
  const periods = plan.periods(findSpan(records));
  const { groups, hides } = groupRecords(records, periods, plan);
  const total = totalOf(groups, plan.of.length);
  const { limit } = plan.query;
  const some = groups.slice(0, limit);
  return {
    groups: some,
    total,
    more: groups.length > limit,
    partly,
    most,
    hides,
    ...(periods && { periods }),
  };
}

function totalOf(groups: readonly Omit<ReportGroup, 'keys'>[], size: number): ReportResult['total'] {
  const amounts = Array.from({ length: size }, (_, index) =>
    sumAmounts(groups.map((group): MeasuredAmounts => group.amounts[index]!)),
  );
  return { count: groups.reduce((sum, { count }) => sum + count, 0), amounts };
}

function mention(mentions: Mentions, entity: Entity, column: string, key: ReportKey): void {
  if (key === null || isHidden(key)) return;
  const field = entity.fields.find((each) => each.key === column);
  if (field) mentions.value(field, key);
  else if (column !== 'state') mentions.person(String(key));
}

import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { NO_GROUPS } from '#projections/port/aggregation.js';
import { getValueAt } from '#projections/port/query.js';
import type { Entity, Report } from '#specification/model/specification.js';
import { ReferencedIds, findReferenceNames } from '../names/find-names.js';
import { isHidden } from '../visibility/visible-records.js';
import { isFilterExact } from '../lists/list-records.js';
import {
  planReport,
  type MeasureSummary,
  type ReportPlan,
  type ReportGroup,
  type ReportKey,
} from './plan-report.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { mergeMeasureSummaries, groupRecords, scanRecords, findSpan } from './scan-report.js';
import { createRecordsView } from '../records/records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ComputeReport, type ReportResult } from './compute-report.js';

@QueryHandler(ComputeReport)
export class ComputeReportHandler implements IQueryHandler<ComputeReport> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, query }: ComputeReport): Promise<ReportResult> {
    const { published, entity, viewer, report } = question;
    const view = await createRecordsView(this.sources, question);
    if (!view.rights.canReadSome)
      throw createUnreadableRefusal(
        view.rights,
        view.now,
        createPhrase('to.read-all', { entity: entity.plural }),
      );
    const plan = await planReport(published.specification.timeZone, question, view, query);
    const isAll =
      isFilterExact(view, plan.search) && columnsOf(report).every((column) => view.rights.open(column));
    const isAddedUp = isAll && !plan.needsNumbers && plan.times.size === 0;
    const [found, outdated] = await Promise.all([
      isAddedUp ? counted(plan) : scanned(plan, isAll),
      view.outdated(plan.filter, plan.search),
    ]);
    const mentions = new ReferencedIds();
    for (const { keys } of found.groups)
      keys
        .slice(report.over ? 1 : 0)
        .forEach((key, index) => mention(mentions, entity, report.by[index]!, key));
    const names = await findReferenceNames(this.sources, published, mentions, viewer);
    return { of: plan.of, ...found, outdated, names };
  }
}

const columnsOf = ({ by, over, measures }: Report): readonly string[] => [
  ...by,
  ...(over ? [over.column] : []),
  ...measures.flatMap(({ field }) => field ?? []),
];

type ReportFigures = Omit<ReportResult, 'of' | 'outdated' | 'names'>;

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

/** `isAll`: every match is visible. */
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
    mergeMeasureSummaries(groups.map((group): MeasureSummary => group.amounts[index]!)),
  );
  return { count: groups.reduce((sum, { count }) => sum + count, 0), amounts };
}

function mention(mentions: ReferencedIds, entity: Entity, column: string, key: ReportKey): void {
  if (key === null || isHidden(key)) return;
  const field = entity.fields.find((each) => each.key === column);
  if (field) mentions.value(field, key);
  else if (column !== 'state') mentions.person(String(key));
}

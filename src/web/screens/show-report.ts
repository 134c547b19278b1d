import { stringify } from 'csv-stringify/sync';
import { ReportPage } from '#views/pages/report.js';
import { runCooperatively } from '#platform/cooperative-scheduler.js';
import { ListFacets } from '#query-handling/lists/facets.js';
import { ComputeReport, type ReportResult } from '#query-handling/reports/compute-report.js';
import { deriveReadRights, type ReadRights } from '#query-handling/visibility/read-rights.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { formatMeasure } from '#specification/model/report.js';
import type { Report, Screen } from '#specification/model/specification.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import { json, page, textBody, type Answer } from '../rendering/answers.js';
import { createOutdatedHeaderAndMember } from '../json/outdated-header.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { QueryBus } from '@nestjs/cqrs';
import type { PageContext, QueryContext } from '../requests/request-context.js';
import { findScreenHelp } from '../display/find-screen-help.js';
import { presentReport } from './report-page.js';
import { convertTimeToHours, type ReportCell } from './report-cells.js';
import { reportTableInPieces, type ReportTable } from './report-lines.js';
import type { RecordRequest } from '../requests/record-request.js';
import { CSV_OPTIONS } from './csv-export.js';
import { readCsvFlavour, type CsvFlavour } from './csv-flavour.js';
import { requireVisibleScreen } from './require-visible-screen.js';

/** Groups per page or API response. */
const ON_A_PAGE = 500;
const AT_MOST = 10_000;

interface ReportRequest {
  readonly screen: Screen;
  readonly report: Report;
  readonly address: ListAddress;
  readonly rights: ReadRights;
}

/** Throws `Refused` if the viewer may read no records of the entity. */
export async function showReport(reading: PageContext, request: RecordRequest): Promise<Answer> {
  const { queries } = reading;
  const { specification, entity, published, viewer, t, formats, locale } = request;
  const reportRequest = readReportRequest(reading, request, reading.request.query);
  const { screen, report, address, rights } = reportRequest;
  const [result, facets] = await Promise.all([
    resultOf(queries, request, reportRequest, ON_A_PAGE),
    queries.execute(
      new ListFacets({ ...request, where: screen.where }, { columns: screen.filters, ...address }),
    ),
  ]);
  const { open, canReadAll: readsEvery } = rights;
  const help = findScreenHelp(specification, viewer);
  const shown = presentReport({
    specification,
    entity,
    screen,
    report,
    address,
    facets,
    open,
    result,
    readsEvery,
    t,
    formats,
    locale,
  });
  const outdated = { ids: result.outdated, about: 'page' } as const;
  const content = { title: screen.title, application: published, outdated, warnings: address.ignored };
  return page(ReportPage, { help, ...shown }, content);
}

/** Refuses unknown parameters, since CSV cannot carry warnings. */
export async function exportReport(reading: PageContext, request: RecordRequest): Promise<Answer> {
  const { query } = reading.request;
  const reportRequest = readReportRequest(reading, request, query);
  const { report, screen } = reportRequest;
  const result = await wholeResult(reading.queries, request, reportRequest);
  const { specification } = request;
  const table = await runCooperatively(reportTableInPieces({ ...request, report, result }));
  const flavour = readCsvFlavour(query, specification);
  const { headers } = createOutdatedHeaderAndMember(result.outdated);
  const body = {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="${specification.key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}.csv"`,
    pieces: csvPieces(table, report, flavour),
  };
  return textBody(body, { headers });
}

/** Lines per chunk: starting a chunk costs more than a line. */
const LINES = 200;

function* csvPieces(
  { heads, measures, lines }: ReportTable,
  report: Report,
  { bom, delimiter, cell, number, day }: CsvFlavour,
): Iterable<string> {
  const textOf = (rows: readonly (readonly string[])[]) =>
    stringify(
      rows.map((row) => [...row]),
      { ...CSV_OPTIONS, delimiter },
    );
  yield `${bom ? '\ufeff' : ''}${textOf([[...heads, ...measures.map(({ plain }) => plain)].map(cell)])}`;
  for (let from = 0; from < lines.length; from += LINES)
    yield textOf(
      lines
        .slice(from, from + LINES)
        .map(({ keys, cells }) => [
          ...keys.map((key, index) =>
            keyText(key, { isPeriod: index === 0 && report.over !== undefined, cell, day }),
          ),
          ...cells
            .map(convertTimeToHours)
            .map(({ units, places }) => (units === null ? '' : number(units, places))),
        ]),
    );
}

export async function sendReportJson(
  context: QueryContext,
  request: RecordRequest,
  query: URLSearchParams,
): Promise<Answer> {
  const reportRequest = readReportRequest(context, request, query);
  mustBeUnderstood(reportRequest);
  const result = await resultOf(context.queries, request, reportRequest, AT_MOST);
  const { report, screen } = reportRequest;
  const table = await runCooperatively(reportTableInPieces({ ...request, report, result }));
  const { more, partly, hides } = result;
  const { headers, members } = createOutdatedHeaderAndMember(result.outdated);
  const answer = {
    title: screen.title,
    by: [...(report.over ? [report.over.column] : []), ...report.by],
    measures: report.measures.map(formatMeasure),
    ...(report.over && { over: report.over.unit }),
    groups: table.lines.map((line) => ({ keys: line.keys.map(keyJson), measures: line.cells.map(exact) })),
    all: table.total.map(exact),
    more,
    partly,
    hides,
    ...members,
  };
  return json(answer, { headers });
}

/** First day of a period. */
const keyText = (
  { value, text }: ReportTable['lines'][number]['keys'][number],
  { isPeriod, cell, day }: Pick<CsvFlavour, 'cell' | 'day'> & { readonly isPeriod: boolean },
): string => (isPeriod && typeof value === 'string' ? day(value) : cell(text));

function exact(cell: ReportCell): string | null {
  const { units, places } = convertTimeToHours(cell);
  return units === null ? null : formatFixedPoint(units, places);
}

const keyJson = ({ value, text, hidden }: ReportTable['lines'][number]['keys'][number]) =>
  hidden ? { hidden } : { value, text };

function readReportRequest(
  { sources }: Pick<QueryContext, 'sources'>,
  recordRequest: RecordRequest,
  query: URLSearchParams,
): ReportRequest {
  const screen = requireVisibleScreen(recordRequest, sources.now());
  const { specification, entity, viewer, locale, t } = recordRequest;
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  const report = screen.report!;
  const address = readListAddress(query, {
    specification,
    entity,
    screen: filteredBy(screen),
    open: rights.open,
    now: sources.now(),
    locale,
    t,
  });
  return { screen, report, address, rights };
}

/** Reports are filtered by dimensions, not sorted by columns. */
const filteredBy = (screen: Screen): Screen => ({ ...screen, columns: [] });

function resultOf(
  queries: QueryBus,
  { published, entity, viewer, locale, timeZone }: RecordRequest,
  { screen, report, address: { query } }: ReportRequest,
  limit: number,
): Promise<ReportResult> {
  const { filters, search } = query;
  return queries.execute(
    new ComputeReport(
      { published, entity, viewer, where: screen.where, report, written: { locale, timeZone } },
      { filters, search, limit },
    ),
  );
}

async function wholeResult(
  queries: QueryBus,
  request: RecordRequest,
  reportRequest: ReportRequest,
): Promise<ReportResult> {
  mustBeUnderstood(reportRequest);
  const result = await resultOf(queries, request, reportRequest, AT_MOST);
  const why = result.more
    ? createPhrase('why.too-many-groups', { most: AT_MOST })
    : result.partly
      ? createPhrase('why.too-many-records', { most: result.most! })
      : undefined;
  if (why !== undefined) throw createBuiltInRefusal('BAD_REQUEST', { why });
  return result;
}

function mustBeUnderstood({ address: { ignored } }: ReportRequest): void {
  if (ignored.length > 0)
    throw createBuiltInRefusal('BAD_REQUEST', { why: ignored.join(' ').replace(/\.$/, '') });
}

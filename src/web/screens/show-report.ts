// What a report comes to: as a page, as CSV, and as JSON.
import { createElement } from 'react';
import { stringify } from 'csv-stringify/sync';
import { ReportPage } from '#views/pages/report.js';
import { runCooperatively } from '#platform/cooperative-scheduler.js';
import { listFacets } from '#query-handling/lists/facets.js';
import { computeReport, type ReportResult } from '#query-handling/reports/compute-report.js';
import { deriveReadRights, type ReadRights } from '#query-handling/visibility/read-rights.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { formatMeasure } from '#specification/model/report.js';
import type { Report, Screen } from '#specification/model/specification.js';
import { readQuery } from '../addresses/page-addresses.js';
import { readListAddress, type ListAddress } from '../addresses/list-address.js';
import { sendJson } from '../json/record-answers.js';
import { markOutdated } from '../json/outdated-header.js';
import { builtInRefusal } from '../built-in-refusal.js';
import type { RequestContext, PageContext } from '../requests/request-context.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import { screenHelp } from '../display/specification-prose.js';
import { presentReport } from './report-page.js';
import { plainCell, type ReportCell } from './report-cells.js';
import { reportTableInPieces, type ReportTable } from './report-lines.js';
import type { RecordRequest } from '../requests/record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { CSV_LINES } from './csv-export.js';
import { csvFlavourOf, type CsvFlavour } from './csv-flavour.js';
import { sendBody } from '../http/send-body.js';
import { requestedScreen } from './requested-screen.js';

/** Groups on a page, and in an answer to a program. */
const ON_A_PAGE = 500;
const AT_MOST = 10_000;

interface ReportRequest {
  readonly screen: Screen;
  readonly report: Report;
  readonly address: ListAddress;
  readonly rights: ReadRights;
}

/** Throws `Refused` where the viewer reads no such records. */
export async function showReport(reading: PageContext, request: RecordRequest): Promise<void> {
  const { sources, frames, response } = reading;
  const { specification, entity, published, viewer, t, formats, locale } = request;
  const reportRequest = askedOf(reading, request);
  const { screen, report, address, rights } = reportRequest;
  const [result, facets] = await Promise.all([
    resultOf(reading, request, reportRequest, ON_A_PAGE),
    listFacets(sources, { ...request, where: screen.where }, { columns: screen.filters, ...address }),
  ]);
  const { open, every: readsEvery } = rights;
  const help = screenHelp(specification, viewer);
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
  const framing = { title: screen.title, application: published, outdated };
  const frame = await layoutWithWarnings(frames, reading.request, framing, address.ignored);
  await sendPage(response, createElement(ReportPage, { frame, help, ...shown }));
}

/** It cannot say beside itself what it left out: that is refused. */
export async function sendReportCsv(reading: PageContext, request: RecordRequest): Promise<void> {
  const reportRequest = askedOf(reading, request);
  const { report, screen } = reportRequest;
  const result = await wholeResult(reading, request, reportRequest);
  const { specification } = request;
  const table = await runCooperatively(reportTableInPieces({ ...request, report, result }));
  const flavour = csvFlavourOf(readQuery(reading.request), specification);
  markOutdated(reading.response, result.outdated);
  await sendBody(reading.response, {
    type: 'text/csv; charset=utf-8; header=present',
    disposition: `attachment; filename="${specification.key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}.csv"`,
    pieces: csvPieces(table, report, flavour),
  });
}

/** Lines that are written at a time: beginning anew costs more than a line. */
const LINES = 200;

function* csvPieces(
  { heads, measures, lines }: ReportTable,
  report: Report,
  { bom, delimiter, cell, number, day }: CsvFlavour,
): Iterable<string> {
  const textOf = (rows: readonly (readonly string[])[]) =>
    stringify(
      rows.map((row) => [...row]),
      { ...CSV_LINES, delimiter },
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
          ...cells.map(plainCell).map(({ units, places }) => (units === null ? '' : number(units, places))),
        ]),
    );
}

export async function sendReport(exchange: RequestContext, request: RecordRequest): Promise<void> {
  const reportRequest = askedOf(exchange, request);
  mustBeUnderstood(reportRequest);
  const result = await resultOf(exchange, request, reportRequest, AT_MOST);
  const { report, screen } = reportRequest;
  const table = await runCooperatively(reportTableInPieces({ ...request, report, result }));
  const { more, partly, hides } = result;
  await sendJson(exchange.response, {
    title: screen.title,
    by: [...(report.over ? [report.over.column] : []), ...report.by],
    measures: report.measures.map(formatMeasure),
    ...(report.over && { over: report.over.unit }),
    groups: table.lines.map((line) => ({ keys: line.keys.map(keyJson), measures: line.cells.map(exact) })),
    all: table.total.map(exact),
    more,
    partly,
    hides,
    ...markOutdated(exchange.response, result.outdated),
  });
}

/** A period by its first day. */
const keyText = (
  { value, text }: ReportTable['lines'][number]['keys'][number],
  { isPeriod, cell, day }: Pick<CsvFlavour, 'cell' | 'day'> & { readonly isPeriod: boolean },
): string => (isPeriod && typeof value === 'string' ? day(value) : cell(text));

function exact(cell: ReportCell): string | null {
  const { units, places } = plainCell(cell);
  return units === null ? null : formatFixedPoint(units, places);
}

const keyJson = ({ value, text, hidden }: ReportTable['lines'][number]['keys'][number]) =>
  hidden ? { hidden } : { value, text };

function askedOf(
  { sources, request }: Pick<PageContext, 'sources' | 'request'>,
  recordRequest: RecordRequest,
): ReportRequest {
  const screen = requestedScreen(recordRequest, sources.now());
  const { specification, entity, viewer, locale, t } = recordRequest;
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  const report = screen.report!;
  const address = readListAddress(readQuery(request), {
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

/** By what it groups it can be filtered, too; it is not sorted. */
const filteredBy = (screen: Screen): Screen => ({ ...screen, columns: [] });

function resultOf(
  { sources }: Pick<PageContext, 'sources'>,
  { published, entity, viewer, locale, timeZone }: RecordRequest,
  { screen, report, address: { query } }: ReportRequest,
  limit: number,
): Promise<ReportResult> {
  const { filters, search } = query;
  return computeReport(
    sources,
    { published, entity, viewer, where: screen.where, report, written: { locale, timeZone } },
    { filters, search, limit },
  );
}

async function wholeResult(
  reading: PageContext,
  request: RecordRequest,
  reportRequest: ReportRequest,
): Promise<ReportResult> {
  mustBeUnderstood(reportRequest);
  const result = await resultOf(reading, request, reportRequest, AT_MOST);
  const why = result.more
    ? createPhrase('why.too-many-groups', { most: AT_MOST })
    : result.partly
      ? createPhrase('why.too-many-records', { most: result.most! })
      : undefined;
  if (why !== undefined) throw builtInRefusal('BAD_REQUEST', { why });
  return result;
}

function mustBeUnderstood({ address: { ignored } }: ReportRequest): void {
  if (ignored.length > 0) throw builtInRefusal('BAD_REQUEST', { why: ignored.join(' ').replace(/\.$/, '') });
}

import type { ReportPage } from '#views/view-models/report.js';
import type { Facets } from '#query-handling/lists/facets.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import type { Screen } from '#specification/model/specification.js';
import {
  EXCEL_FLAVOUR,
  CSV_FLAVOUR_PARAMETER,
  writeListAddress,
  type ListAddress,
} from '../addresses/list-address.js';
import { REPORT_RECORDS_PATH } from '../addresses/match-route.js';
import { screenHref } from '../addresses/page-addresses.js';
import { presentFieldFilters } from './list-filters.js';
import { drawCharts } from './report-charts.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import type { ReportCell } from './report-cells.js';
import { reportTable, type ReportLine, type ReportSource } from './report-lines.js';

export interface ReportPageSource extends ReportSource {
  /** Locale of numbers in the filter form. */
  readonly locale: string;
  readonly screen: Screen;
  readonly address: ListAddress;
  readonly facets: Facets;
  /** Whether a column is readable in every record. */
  readonly open: (column: string) => boolean;
  readonly readsEvery: boolean;
}

export function presentReport(reporting: ReportPageSource): Omit<ReportPage, 'frame' | 'help'> {
  const { specification, screen, address, result } = reporting;
  const path = screenHref(specification, screen);
  const made = reportTable(reporting);
  const text = (cell: ReportCell) => cellText(cell, reporting);
  const href = (line: ReportLine) => behind(line, `${path}${REPORT_RECORDS_PATH}`, address);
  return {
    heading: screen.title,
    path,
    heads: made.heads,
    measures: made.measures.map(({ title }) => title),
    rows: made.lines.map((line) => ({
      keys: line.keys.map((key) => key.text),
      cells: line.cells.map(text),
      href: href(line),
    })),
    total: made.total.map(text),
    charts: drawCharts(reporting, made, { text, href }),
    all: writeListAddress(`${path}${REPORT_RECORDS_PATH}`, address.values),
    csv: writeListAddress(`${path}.csv`, address.values),
    excelCsv: writeListAddress(`${path}.csv`, address.values, { [CSV_FLAVOUR_PARAMETER]: EXCEL_FLAVOUR }),
    search: address.query.search,
    filters: presentFieldFilters({ ...reporting, page: result }),
    filtered: address.query.filters.length > 0 || address.query.search !== '',
    count: result.total.count,
    notes: notesOf(reporting),
    partly: !reporting.readsEvery,
  };
}

function cellText(
  { units, places, currency, isTime }: ReportCell,
  source: Pick<ReportSource, 'formats'>,
): string {
  if (units !== null && isTime) return source.formats.duration(Number(units));
  return units === null ? '–' : source.formats.exact(formatFixedPoint(units, places), places, currency);
}

/** undefined: no filter selects exactly these records. */
function behind({ keys }: ReportLine, path: string, { values }: ListAddress): string | undefined {
  if (keys.some(({ filter }) => filter === undefined)) return undefined;
  const wanted: Record<string, string> = Object.fromEntries(
    keys.flatMap(({ filter }) => Object.entries(filter ?? {})),
  );
  for (const [name, text] of Object.entries(wanted)) {
    const set = values.get(name)?.[0];
    // The list's filter covers part of the period.
    if (set !== undefined && /^\d{4}-\d\d-\d\d$/.test(text))
      wanted[name] = name.endsWith('.from') === set > text ? set : text;
  }
  return writeListAddress(path, values, wanted);
}

/** Depend on permissions and totals only, never on hidden values. */
function notesOf({ specification, entity, result, t }: ReportPageSource): readonly string[] {
  const { more, partly, hides, most = 0 } = result;
  return [
    ...(more ? [t('report.moreGroups')] : []),
    ...(partly
      ? [t('report.onlyNewest', { count: most, entities: entityInSentence(entity.plural, specification, t) })]
      : []),
    ...(hides ? [t('report.hiddenValues')] : []),
  ];
}

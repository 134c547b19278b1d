import { NUMBER_LOCALE_PARAMETER } from '../addresses.js';
import { Document } from '../frame/document.js';
import { createFormats } from '../format.js';
import { CsvDownloadMenu } from '../parts/csv-download-menu.js';
import { IconList } from '../icons.js';
import { ChartFigure } from '../charts/chart-figure.js';
import { EmptyState, NothingMatches } from '../parts/empty-state.js';
import { countSetFilters, FilterMenu, FilterForm, hasChoiceSearch } from '../parts/filter-form.js';
import { PageHeading } from '../parts/page-heading.js';
import { Help } from '../parts/prose.js';
import type { ReportPage as Props } from '../view-models/report.js';
import { useMessages } from '../messages/use-messages.js';

export function ReportPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, path, charts, rows, notes, count, filtered } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  const found = t(filtered ? 'list.found' : 'list.records', { count });
  return (
    <Document frame={frame} islands={['filter-form']}>
      <PageHeading heading={heading} below={found}>
        {rows.length > 0 && <CsvDownloadMenu csv={props.csv} excelCsv={props.excelCsv} />}
        <a className="btn" href={props.all}>
          <IconList size={18} aria-hidden />
          {t('list.list')}
        </a>
      </PageHeading>
      <Help markdown={help} />
      <FilterForm
        path={path}
        search={props.search}
        searchLabel={t('list.searchIn', { list: heading })}
        filtered={filtered}
        filtersSet={countSetFilters(props.filters)}
        isSearching={hasChoiceSearch(props.filters)}
      >
        {props.filters.some(({ kind }) => kind === 'range') && (
          <input type="hidden" name={NUMBER_LOCALE_PARAMETER} value={props.frame.locale} />
        )}
        {props.filters.map((filter) => (
          <FilterMenu key={filter.key} filter={filter} formats={formats} />
        ))}
      </FilterForm>
      {notes.map((note) => (
        <p key={note} className="alert alert-info">
          {note}
        </p>
      ))}
      <div className="db-charts">
        {charts.map((chart) => (
          <ChartFigure key={chart.title} chart={chart} formats={formats} />
        ))}
      </div>
      <div className="card db-list">{rows.length === 0 ? <Nothing {...props} /> : <Table {...props} />}</div>
    </Document>
  );
}

function Nothing({ filtered, partly, path, search }: Props) {
  const t = useMessages();
  if (!filtered)
    return (
      <EmptyState title={partly ? t('list.nothingVisible') : t('list.nothingYet')}>
        {t('report.noRecords')}
      </EmptyState>
    );
  return <NothingMatches partly={partly} path={path} search={search} />;
}

function Table({ heading, heads, measures, rows, total, all }: Props) {
  const t = useMessages();
  // Ungrouped: the only row is the total.
  const isGrouped = heads.length > 0;
  return (
    <div className="table-responsive" tabIndex={0} role="region" aria-label={heading}>
      <table className="table table-vcenter card-table db-table">
        <caption className="visually-hidden">{heading}</caption>
        <thead>
          <tr>
            {(isGrouped ? heads : ['']).map((head, index) => (
              <th key={index} scope="col">
                {head}
              </th>
            ))}
            {measures.map((measure) => (
              <th key={measure} scope="col" className="text-end">
                {measure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isGrouped && rows.map((row, index) => <Row key={index} {...{ row, heads, measures }} />)}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, heads.length)}>
              <a className="db-row-link" href={all}>
                {t('report.all')}
              </a>
            </th>
            {total.map((cell, index) => (
              <td key={index} className="db-number" data-label={measures[index]}>
                {cell}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type ReportRowProps = Pick<Props, 'heads' | 'measures'> & { readonly row: Props['rows'][number] };

function Row({ row: { keys, cells, href }, heads, measures }: ReportRowProps) {
  return (
    <tr>
      {keys.map((key, index) =>
        index === 0 ? (
          <th key={index} scope="row" data-label={heads[index]}>
            {href === undefined ? (
              key
            ) : (
              <a className="db-row-link" href={href} aria-label={keys.join(', ')}>
                {key}
              </a>
            )}
          </th>
        ) : (
          <td key={index} data-label={heads[index]}>
            {key}
          </td>
        ),
      )}
      {cells.map((cell, index) => (
        <td key={index} className="db-number" data-label={measures[index]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

import { COLUMNS_PARAMETER } from '../addresses.js';
import { Document } from '../frame/document.js';
import { EmptyState, NothingMatches } from '../parts/empty-state.js';
import { createFormats } from '../format.js';
import { LiveNotice } from '../parts/live-notice.js';
import { ScreenFilters } from '../parts/screen-filters.js';
import { ColumnChoice } from '../parts/column-choice.js';
import { SavedViews } from '../parts/saved-views.js';
import { CsvDownloadMenu } from '../parts/csv-download-menu.js';
import { hasApplicationTab } from '../parts/has-application-tab.js';
import { IconBoard, IconMap } from '../icons.js';
import { CreateRecordButton, PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Help } from '../parts/prose.js';
import { renderListTable } from '../parts/list-table.js';
import { SelectionBar } from '../parts/selection-bar.js';
import type { ListPage as Props } from '../view-models/list.js';
import { useMessages } from '../messages/use-messages.js';

export function ListPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, views, rows, previous, next, path } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  const sorted = props.columns.find((column) => column.sort?.direction !== undefined);
  return (
    <Document frame={frame} islands={['filter-form', 'list-rows', 'live-changes']}>
      <PageHeading heading={heading} below={<Count {...props} />}>
        <div className="db-heading-buttons" data-swap="buttons">
          <Buttons {...props} />
        </div>
      </PageHeading>
      <Help markdown={help} />
      {views && (
        <div data-swap="views">
          <SavedViews {...views} />
        </div>
      )}
      <ScreenFilters
        path={path}
        heading={heading}
        search={props.search}
        filtered={props.filtered}
        filters={props.filters}
        locale={frame.locale}
        formats={formats}
      >
        <span hidden data-swap="columns">
          {props.hasChosenColumns && <Columns {...props} />}
        </span>
        {sorted?.sort && <SortedAs column={sorted.key} direction={sorted.sort.direction} />}
      </ScreenFilters>
      <LiveNotice live={props.live} />
      <div data-swap="results">
        {rows.length === 0 ? (
          <div className="card db-list">
            <Nothing {...props} />
          </div>
        ) : (
          <form method="get" action={path} className="card db-list" data-list-rows="">
            {renderListTable(props, formats)}
            <SelectionBar {...props} />
          </form>
        )}
        <Pagination
          before={{ href: previous, title: t('page.previous') }}
          after={{ href: next, title: t('page.next') }}
        />
      </div>
    </Document>
  );
}

function Columns({ columns }: Pick<Props, 'columns'>) {
  return columns.map(({ key }) => <input key={key} type="hidden" name={COLUMNS_PARAMETER} value={key} />);
}

/** Keeps the order when filtering. */
function SortedAs({ column, direction }: { column: string; direction?: 'ascending' | 'descending' }) {
  return <input type="hidden" name="sort" value={direction === 'descending' ? `-${column}` : column} />;
}

/** A status, so that the count is announced when filters change the list in place. */
function Count(props: Props) {
  const text = describeCount(props);
  return (
    <p className="db-result-count" role="status" data-swap="count">
      {text}
    </p>
  );
}

function describeCount({ count: { count, more }, position, filtered }: Props): string {
  const t = useMessages();
  if (position) {
    const { of, ...rows } = position;
    const message = more
      ? (['list.rowsOfMore', 'list.rowsOfMoreFound'] as const)
      : (['list.rows', 'list.rowsFound'] as const);
    return t(message[filtered ? 1 : 0], { ...rows, count: of });
  }
  if (filtered) return t(more ? 'list.moreFound' : 'list.found', { count });
  return t(more ? 'list.moreRecords' : 'list.records', { count });
}

/** Empty lists offer no download and show their create button instead of the table. */
function Buttons({ frame, path, board, map, open, rows, filtered, ...links }: Props) {
  const { csv, excelCsv, rawCsv, columnChoiceHref, columnChoice } = links;
  const t = useMessages();
  const empty = rows.length === 0;
  return (
    <>
      {!empty && <CsvDownloadMenu {...{ csv, excelCsv, rawCsv }} />}
      {!empty && <ColumnChoice path={path} href={columnChoiceHref} choice={columnChoice} />}
      {map !== undefined && !empty && (
        <a className="btn" href={map}>
          <IconMap size={18} aria-hidden />
          {t('map.map')}
        </a>
      )}
      {board !== undefined && !hasApplicationTab(board, frame) && (
        <a className="btn" href={board}>
          <IconBoard size={18} aria-hidden />
          {t('list.board')}
        </a>
      )}
      {open && (!empty || filtered) && <CreateRecordButton open={open} />}
    </>
  );
}

function Nothing({ filtered, partly, empty, open, path, search }: Props) {
  if (filtered) return <NothingMatches partly={partly} path={path} search={search} />;
  return (
    <EmptyState
      title={empty.title}
      action={
        open && (
          <a className="btn btn-primary" href={open.href} data-key="c">
            {open.title}
          </a>
        )
      }
    >
      {empty.why}
    </EmptyState>
  );
}

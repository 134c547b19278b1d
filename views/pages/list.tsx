// Page: records of one kind as a table; as cards on a phone.
import { TYPED } from '../addresses.js';
import { type ReactNode } from 'react';
import { Document } from '../frame/document.js';
import { Empty, NothingMatches } from '../parts/empty.js';
import { formatsFor, type Formats } from '../format.js';
import { countSet, FilterChoice, FilterForm, isSearchingIn } from '../parts/filter-form.js';
import { Download } from '../parts/download.js';
import { isInMenu } from '../parts/is-in-menu.js';
import { IconBoard, IconDown, IconUp } from '../icons.js';
import { OpenButton, PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Help } from '../parts/prose.js';
import { inCell } from '../parts/shown-value.js';
import type { ListPage as Props } from '../view-models/list.js';
import { viewOf } from '../field-types/view-of.js';
import { useMessages } from '../messages/use-messages.js';

export function ListPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, rows, previous, next, path } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  const sorted = props.columns.find((column) => column.sort?.direction !== undefined);
  return (
    <Document frame={frame} islands={['filter-form']}>
      <PageHeading heading={heading} below={counting(props)}>
        <Buttons {...props} />
      </PageHeading>
      <Help markdown={help} />
      <FilterForm
        path={path}
        search={props.search}
        searchLabel={t('list.searchIn', { list: heading })}
        filtered={props.filtered}
        filtersSet={countSet(props.filters)}
        isSearching={isSearchingIn(props.filters)}
      >
        {props.filters.some(({ kind }) => kind === 'range') && (
          <input type="hidden" name={TYPED} value={frame.locale} />
        )}
        {sorted?.sort && <SortedAs column={sorted.key} direction={sorted.sort.direction} />}
        {props.filters.map((filter) => (
          <FilterChoice key={filter.key} filter={filter} formats={formats} />
        ))}
      </FilterForm>
      <div className="card db-list">{rows.length === 0 ? <Nothing {...props} /> : table(props, formats)}</div>
      <Pagination
        before={{ href: previous, title: t('page.previous') }}
        after={{ href: next, title: t('page.next') }}
      />
    </Document>
  );
}

/** Filtering keeps the order. */
function SortedAs({ column, direction }: { column: string; direction?: 'ascending' | 'descending' }) {
  return <input type="hidden" name="sort" value={direction === 'descending' ? `-${column}` : column} />;
}

function counting({ count: { count, more }, filtered }: Props): string {
  const t = useMessages();
  if (filtered) return t(more ? 'list.moreFound' : 'list.found', { count });
  return t(more ? 'list.moreRecords' : 'list.records', { count });
}

/** Of an empty list nothing is downloaded, and what opens the first one stands where it would be. */
function Buttons({ frame, board, csv, excelCsv, rawCsv, open, rows, filtered }: Props) {
  const t = useMessages();
  const empty = rows.length === 0;
  return (
    <>
      {!empty && <Download {...{ csv, excelCsv, rawCsv }} />}
      {board !== undefined && !isInMenu(board, frame) && (
        <a className="btn" href={board}>
          <IconBoard size={18} aria-hidden />
          {t('list.board')}
        </a>
      )}
      {open && (!empty || filtered) && <OpenButton open={open} />}
    </>
  );
}

function Nothing({ filtered, partly, empty, open, path, search }: Props) {
  if (filtered) return <NothingMatches partly={partly} path={path} search={search} />;
  return (
    <Empty
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
    </Empty>
  );
}

/** Plain function calls all the way down: fifty rows of eight cells are four hundred of them. */
function table({ columns, rows, heading }: Props, formats: Formats): ReactNode {
  return (
    <div className="table-responsive" tabIndex={0} role="region" aria-label={heading}>
      <table className="table table-vcenter card-table db-table">
        <caption className="visually-hidden">{heading}</caption>
        <thead>
          <tr>{columns.map(columnHead)}</tr>
        </thead>
        <tbody>{rows.map((row) => tableRow(row, columns, formats))}</tbody>
      </table>
    </div>
  );
}

function columnHead({ key, title, align, sort }: Props['columns'][number]): ReactNode {
  const direction = sort?.direction;
  return (
    <th key={key} scope="col" className={align === 'end' ? 'text-end' : undefined} aria-sort={direction}>
      {sort ? (
        <a href={sort.href} className="db-sort">
          {title}
          {direction === 'ascending' && <IconUp size={14} aria-hidden />}
          {direction === 'descending' && <IconDown size={14} aria-hidden />}
        </a>
      ) : (
        title
      )}
    </th>
  );
}

function tableRow(
  { id, href, cells }: Props['rows'][number],
  columns: Props['columns'],
  formats: Formats,
): ReactNode {
  return (
    <tr key={id}>
      {cells.map((cell, index) => {
        const column = columns[index];
        const label = column?.title ?? cell.title;
        // The first cell names the row and leads to the record.
        if (index === 0) {
          return (
            <th key={index} scope="row" data-label={label}>
              <a className="db-row-link" href={href}>
                {inCell({ ...cell, href: undefined }, formats)}
              </a>
            </th>
          );
        }
        return (
          <td
            key={index}
            data-label={label}
            className={column?.align === 'end' ? 'db-number' : viewOf(cell).isProse ? 'db-words' : undefined}
          >
            {inCell(cell, formats)}
          </td>
        );
      })}
    </tr>
  );
}

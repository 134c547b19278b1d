import type { ReactNode } from 'react';
import { RECORD_IDS_PARAMETER } from '../addresses.js';
import { getFieldView } from '../field-types/get-field-view.js';
import type { Formats } from '../format.js';
import { IconDown, IconUp } from '../icons.js';
import type { Translate } from '../messages/translate.js';
import { useMessages } from '../messages/use-messages.js';
import type { ListPage, ListSums } from '../view-models/list.js';
import { renderInCell } from './display-value.js';

/** Plain function calls instead of components: a list has hundreds of cells. */
export function renderListTable(
  { columns, rows, heading, sums }: Pick<ListPage, 'columns' | 'rows' | 'heading' | 'sums'>,
  formats: Formats,
): ReactNode {
  const t = useMessages();
  return (
    <div className="table-responsive" tabIndex={0} role="region" aria-label={heading}>
      <table className="table table-vcenter card-table db-table">
        <caption className="visually-hidden">{heading}</caption>
        <thead>
          <tr>
            <th scope="col" className="db-pick">
              <span className="visually-hidden">{t('list.select')}</span>
              <input
                className="form-check-input"
                type="checkbox"
                hidden
                data-select-all=""
                aria-label={t('list.selectAll')}
              />
            </th>
            {columns.map(columnHead)}
          </tr>
        </thead>
        <tbody>{rows.map((row) => tableRow(row, columns, { formats, t }))}</tbody>
        {sums && sumRow(columns, sums, { formats, t })}
      </table>
    </div>
  );
}

function sumRow(
  columns: ListPage['columns'],
  { cells, count = 0, above }: ListSums,
  { formats, t }: { readonly formats: Formats; readonly t: Translate },
): ReactNode {
  if (above !== undefined)
    return (
      <tfoot>
        <tr>
          <td className="db-no-sums" colSpan={columns.length + 1}>
            {t('list.tooManyToSum', { most: above })}
          </td>
        </tr>
      </tfoot>
    );
  const first = columns.findIndex(({ key }) => Object.hasOwn(cells, key));
  if (first < 0) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>
          {t('list.sum', { count })}
        </th>
        {columns.slice(first).map(({ key, title }) => {
          const sum = Object.hasOwn(cells, key) ? cells[key] : undefined;
          return (
            <td key={key} className="db-number" data-label={sum && title}>
              {sum && formats.exact(sum.exact, sum.places, sum.currency)}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

function columnHead({ key, title, align, sort }: ListPage['columns'][number]): ReactNode {
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
  { id, href, name, cells }: ListPage['rows'][number],
  columns: ListPage['columns'],
  { formats, t }: { readonly formats: Formats; readonly t: Translate },
): ReactNode {
  return (
    <tr key={id}>
      <td className="db-pick">
        <input
          className="form-check-input"
          type="checkbox"
          name={RECORD_IDS_PARAMETER}
          value={id}
          aria-label={t('list.selectNamed', { name })}
        />
      </td>
      {cells.map((cell, index) => {
        const column = columns[index];
        const label = column?.title ?? cell.title;
        // The first cell links to the record.
        if (index === 0) {
          return (
            <th key={index} scope="row" data-label={label}>
              <a className="db-row-link" href={href}>
                {renderInCell({ ...cell, href: undefined }, formats)}
              </a>
            </th>
          );
        }
        return (
          <td
            key={index}
            data-label={label}
            className={
              column?.align === 'end' ? 'db-number' : getFieldView(cell).isProse ? 'db-words' : undefined
            }
          >
            {renderInCell(cell, formats)}
          </td>
        );
      })}
    </tr>
  );
}

import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { RefusedRecord, SelectedRecord } from '../view-models/form.js';
import { RefusalList } from './problem-summary.js';
import { renderInCell, renderStateBadge } from './display-value.js';
import { Table } from './table.js';

interface SelectedProps {
  readonly records: readonly SelectedRecord[];
  readonly formats: Formats;
}

export function SelectedRecords({ records, formats }: SelectedProps) {
  const t = useMessages();
  const titles = records[0]?.summary.map(({ title }) => title) ?? [];
  return (
    <div className="card db-list mb-3">
      <Table caption={t('selection.records')} heads={[t('page.record'), t('page.state'), ...titles]}>
        {records.map(({ id, href, name, state, summary }) => (
          <tr key={id}>
            <th scope="row" data-label={t('page.record')}>
              <a href={href}>{name}</a>
            </th>
            <td data-label={t('page.state')}>{renderStateBadge(state.title, state.tone)}</td>
            {summary.map((cell) => (
              <td key={cell.key} data-label={cell.title}>
                {renderInCell(cell, formats)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

export function RefusedRecords({ records }: { readonly records: readonly RefusedRecord[] }) {
  return (
    <ul className="db-refused-records">
      {records.map(({ id, href, name, refusals }) => (
        <li key={id}>
          <a href={href}>{name}</a>
          <RefusalList refusals={refusals} />
        </li>
      ))}
    </ul>
  );
}

import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Table } from '../parts/table.js';
import { Timestamp } from '../parts/timestamp.js';
import type { ScheduledPage as Props, ScheduledRow } from '../view-models/scheduled.js';
import { useMessages } from '../messages/use-messages.js';

export function ScheduledPage({ frame, application, rows, rebuild, next }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={t('scheduled.title')} below={t('scheduled.hint', { application })} />
      {rebuild && (
        <div className="alert alert-info" role="status">
          {rebuild.percent === undefined
            ? t('scheduled.rebuilding')
            : t('scheduled.rebuildingPercent', { percent: rebuild.percent })}
        </div>
      )}
      <div className="card db-list">
        {rows.length === 0 && rebuild ? (
          <EmptyState title={t('scheduled.notYet')} />
        ) : rows.length === 0 ? (
          <EmptyState title={t('scheduled.nothing')}>
            {next === undefined ? t('scheduled.appears') : t('scheduled.noneVisible')}
          </EmptyState>
        ) : (
          <Table
            caption={t('scheduled.title')}
            heads={[t('constants.when'), t('scheduled.what'), t('scheduled.about')]}
          >
            {rows.map((row) => (
              <Row key={row.id} row={row} formats={formats} />
            ))}
          </Table>
        )}
      </div>
      <Pagination
        before={{ href: undefined, title: t('page.previous') }}
        after={{ href: next, title: t('page.next') }}
      />
    </Document>
  );
}

function Row({ row, formats }: { readonly row: ScheduledRow; readonly formats: Formats }) {
  const t = useMessages();
  const { due, isDay, what, ifStill, unless, cause, about } = row;
  return (
    <tr>
      <td data-label={t('constants.when')}>
        {isDay ? (
          <time dateTime={due}>{formats.date(formats.day(due))}</time>
        ) : (
          <Timestamp at={due} formats={formats} />
        )}
      </td>
      <td data-label={t('scheduled.what')}>
        <div>
          {what}
          {ifStill !== undefined && (
            <span className="db-none">, {t('scheduled.ifStill', { states: ifStill })}</span>
          )}
          {unless !== undefined && (
            <span className="db-none">
              , {t.rich('scheduled.unless', { condition: <code>{unless}</code> })}
            </span>
          )}
          {cause !== undefined && <div className="db-none">{cause}</div>}
        </div>
      </td>
      <th scope="row" data-label={t('scheduled.about')}>
        <div>
          <a href={about.href}>{about.title}</a>
          <span className="db-work-kind"> {about.kind}</span>
        </div>
      </th>
    </tr>
  );
}

// Page: what will happen by itself in an application, the soonest first.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Table } from '../parts/table.js';
import { When } from '../parts/when.js';
import type { ScheduledPage as Props, ScheduledRow } from '../view-models/scheduled.js';

export function ScheduledPage({ frame, application, rows, next }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Scheduled"
        below={`What will happen by itself in ${application}, the soonest first.`}
      />
      <div className="card db-list">
        {rows.length === 0 ? (
          <Empty title="Nothing is scheduled.">
            {next === undefined
              ? 'Reminders, deadlines and planned changes appear here as soon as there are any.'
              : 'None of these is about a record that you can see. There may be more.'}
          </Empty>
        ) : (
          <Table caption="Scheduled" heads={['When', 'What happens', 'About']}>
            {rows.map((row) => (
              <Row key={row.id} row={row} formats={formats} />
            ))}
          </Table>
        )}
      </div>
      <Pagination before={{ href: undefined, title: 'Previous' }} after={{ href: next, title: 'Later' }} />
    </Document>
  );
}

function Row({ row, formats }: { readonly row: ScheduledRow; readonly formats: Formats }) {
  const { due, isDay, what, ifStill, unless, about } = row;
  return (
    <tr>
      <td data-label="When">
        {isDay ? (
          <time dateTime={due}>{formats.date(formats.day(due))}</time>
        ) : (
          <When at={due} formats={formats} />
        )}
      </td>
      <td data-label="What happens">
        <div>
          {what}
          {ifStill !== undefined && <span className="db-none">, if still {ifStill}</span>}
          {unless !== undefined && (
            <span className="db-none">
              , unless <code>{unless}</code>
            </span>
          )}
        </div>
      </td>
      <th scope="row" data-label="About">
        <div>
          <a href={about.href}>{about.title}</a>
          <span className="db-work-kind"> {about.kind}</span>
        </div>
      </th>
    </tr>
  );
}

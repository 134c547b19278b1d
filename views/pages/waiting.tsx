// Page: what waits for the approval of whoever looks, the longest waiting first.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import type { WaitingKind, WaitingPage as Props } from '../view-models/waiting.js';
import { When } from '../parts/when.js';

export function WaitingPage({ frame, kinds }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading="For your approval" below="What has waited longest comes first." />
      {kinds.length === 0 ? (
        <div className="card">
          <Empty title="Nothing waits for your approval.">
            As soon as something does, it stands here, and its number beside “For your approval” above.
          </Empty>
        </div>
      ) : (
        kinds.map((kind) => <Kind key={kind.title} kind={kind} formats={formats} />)
      )}
    </Document>
  );
}

function Kind({ kind, formats }: { kind: WaitingKind; formats: Formats }) {
  const { title, rows, more } = kind;
  return (
    <section className="db-waiting">
      <h2>{title}</h2>
      {rows.length > 0 && (
        <div className="card db-list">
          <div className="table-responsive" tabIndex={0} role="region" aria-label={title}>
            <table className="table table-vcenter card-table db-table">
              <caption className="visually-hidden">{title}</caption>
              <thead>
                <tr>
                  {['What', 'You are asked to', 'Waits since', 'Last changed by'].map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{rows.map((row) => tableRow(row, formats))}</tbody>
            </table>
          </div>
        </div>
      )}
      {more !== undefined && (
        <p className="form-hint">
          These are not all of them. <a href={more}>The whole list</a>
        </p>
      )}
    </section>
  );
}

const tableRow = (
  { id, href, number, title, asked, changed }: WaitingKind['rows'][number],
  formats: Formats,
) => (
  <tr key={id}>
    <th scope="row" data-label="What">
      <a className="db-row-link" href={href}>
        {[number, title].filter((part) => part).join(' · ') || 'Untitled'}
      </a>
    </th>
    <td data-label="You are asked to">{asked.join(', ')}</td>
    <td data-label="Waits since">
      <When at={changed.at} formats={formats} />
    </td>
    <td data-label="Last changed by">{changed.by}</td>
  </tr>
);

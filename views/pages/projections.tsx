// Page: which documents of read models an event broke, and what an admin does about them.
import { HiddenInputs } from '../controls/explained.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { RefusalList, Summary } from '../parts/refusals.js';
import { Table } from '../parts/table.js';
import type { FailedDocumentRow, ProjectionsPage as Props } from '../view-models/system.js';

export function ProjectionsPage({ frame, projections, failed, stuck, refusals }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Read models"
        below="What could not be taken: what an event broke stays as it was, and later events of the same document wait. What Daybook could not do by itself is left alone. Everything else goes on."
      />
      {refusals.length > 0 && (
        <Summary title="That could not be done.">
          <RefusalList refusals={refusals} />
        </Summary>
      )}
      <div className="card db-list">
        {failed.length === 0 ? (
          <Empty title="Nothing is behind.">Every document has every event.</Empty>
        ) : (
          <Failed failed={failed} formats={formats} />
        )}
      </div>
      {stuck.length > 0 && (
        <div className="card db-list">
          <Table
            caption="What Daybook could not do by itself"
            heads={['What was to be done', 'Why not', { text: 'What to do', at: 'hidden' }]}
          >
            {stuck.map((row) => (
              <StuckRow key={row.key} row={row} />
            ))}
          </Table>
        </div>
      )}
      <div className="card db-list">
        <Table caption="Read models" heads={['Read model', 'State', { text: 'What to do', at: 'hidden' }]}>
          {projections.map(({ name, state, toggle }) => (
            <tr key={name}>
              <th scope="row" data-label="Read model">
                {name}
              </th>
              <td data-label="State">
                <span className={state === 'failed' ? 'db-state db-failed' : 'db-state'}>{state}</span>
              </td>
              <td data-label="">
                <form method="post" action={toggle.action}>
                  <HiddenInputs values={{ commandId: toggle.commandId }} />
                  <button className="btn btn-sm" type="submit" aria-label={`${toggle.title} ${name}`}>
                    {toggle.title}
                  </button>
                </form>
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </Document>
  );
}

function Failed({ failed, formats }: Pick<Props, 'failed'> & { formats: Formats }) {
  return (
    <Table
      caption="Documents that are behind"
      heads={[
        'Document',
        'Broken by',
        { text: 'Events held back', at: 'end' },
        { text: 'What to do', at: 'hidden' },
      ]}
    >
      {failed.map((row) => (
        <Row key={row.key} row={row} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ row, formats }: { row: FailedDocumentRow; formats: Formats }) {
  const { projection, document, event, error, held } = row;
  return (
    <tr>
      <th scope="row" data-label="Document">
        <div>
          {document}
          <p className="db-call-of">{projection}</p>
        </div>
      </th>
      <td data-label="Broken by">
        <div>
          <a href={event.href}>{event.title}</a>
          <p className="db-call-why">{error}</p>
        </div>
      </td>
      <td data-label="Events held back" className="db-number">
        {formats.count(held)}
      </td>
      <td data-label="">
        <Ways row={row} verb="Leave the event out" />
      </td>
    </tr>
  );
}

function StuckRow({ row }: { row: FailedDocumentRow }) {
  const { projection, document, event, error } = row;
  return (
    <tr>
      <th scope="row" data-label="What was to be done">
        <div>
          {document}
          <p className="db-call-of">{projection}</p>
        </div>
      </th>
      <td data-label="Why not">
        <div>
          <a href={event.href}>{event.title}</a>
          <p className="db-call-why">{error}</p>
        </div>
      </td>
      <td data-label="">
        <Ways row={row} verb="Leave it undone" />
      </td>
    </tr>
  );
}

/** What an admin can do about it. */
function Ways({ row: { key, retry, skip }, verb }: { row: FailedDocumentRow; verb: string }) {
  return (
    <div className="db-call-ways">
      <form method="post" action={retry.action}>
        <HiddenInputs values={retry.inputs} />
        <button className="btn btn-sm" type="submit">
          Try again
        </button>
      </form>
      <details>
        <summary>{verb}</summary>
        <form method="post" action={skip.action}>
          <HiddenInputs values={skip.inputs} />
          <label className="form-label" htmlFor={`reason-${key}`}>
            Because
          </label>
          <input className="form-control" id={`reason-${key}`} name="reason" required />
          <button className="btn btn-sm" type="submit">
            Leave it out
          </button>
        </form>
      </details>
    </div>
  );
}

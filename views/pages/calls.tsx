// Page: calls and mails that something is still to be done about, for admins.
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { HiddenInputs } from '../controls/explained.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { Table } from '../parts/table.js';
import type { CallsPage as Props, OpenCall } from '../view-models/system.js';
import { RefusalList, Summary } from '../parts/refusals.js';
import { When } from '../parts/when.js';

export function CallsPage({ frame, which, tabs, calls, mails, next, refusals }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Calls and mails"
        below="What applications ask of other systems. What was answered and used is in the history of its record."
      >
        <a className="btn" href={mails}>
          Mails
        </a>
      </PageHeading>
      {refusals.length > 0 && (
        <Summary title="That could not be done.">
          <RefusalList refusals={refusals} />
        </Summary>
      )}
      <nav className="db-tabs" aria-label="Which calls">
        {tabs.map((tab) => (
          <a key={tab.which} href={tab.href} aria-current={tab.which === which ? 'page' : undefined}>
            {tab.title}
          </a>
        ))}
      </nav>
      <div className="card db-list">
        {calls.length === 0 ? (
          <Empty title="Nothing here.">{NOTHING[which]}</Empty>
        ) : (
          <Calls calls={calls} formats={formats} />
        )}
      </div>
      <Pagination before={{ href: undefined, title: 'Previous' }} after={{ href: next, title: 'More' }} />
    </Document>
  );
}

const NOTHING: Readonly<Record<Props['which'], string>> = {
  stopped: 'No call or mail was given up, and every answer could be used.',
  failed: 'No call or mail is waiting to be tried again.',
  waiting: 'Everything that was asked for has been tried.',
  skipped: 'No call or mail was skipped.',
};

function Calls({ calls, formats }: { calls: Props['calls']; formats: Formats }) {
  return (
    <Table
      caption="Calls and mails"
      heads={['Call', 'State', 'Asked for', 'Next', { text: 'What to do', at: 'hidden' }]}
    >
      {calls.map((call) => (
        <Row key={call.id} call={call} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ call, formats }: { call: OpenCall; formats: Formats }) {
  const { name, application, record, state, stopped, attempts, why, requestedAt, due, skipped } = call;
  return (
    <tr>
      <th scope="row" data-label="Call">
        <div>
          {name}
          <p className="db-call-of">
            <a href={record.href}>{record.title}</a>, {application}
          </p>
        </div>
      </th>
      <td data-label="State">
        <div>
          <span className={stopped ? 'db-state db-failed' : 'db-state'}>{state}</span>
          {attempts > 0 && (
            <> after {attempts === 1 ? 'one attempt' : `${formats.count(attempts)} attempts`}</>
          )}
          {why !== null && <p className="db-call-why">{why}</p>}
          {skipped && (
            <p className="db-call-why">
              {skipped.by}, <When at={skipped.at} formats={formats} />: {skipped.reason}
            </p>
          )}
        </div>
      </td>
      <td data-label="Asked for">
        <When at={requestedAt} formats={formats} />
      </td>
      <td data-label="Next">
        {due === null ? <span className="db-none">not by itself</span> : <When at={due} formats={formats} />}
      </td>
      <td data-label="">
        <div className="db-call-ways">
          <form method="post" action={call.retry.action}>
            <HiddenInputs values={{ commandId: call.retry.commandId }} />
            <button className="btn btn-sm" type="submit">
              Try again
            </button>
          </form>
          {call.giveUp && <GiveUp id={call.id} {...call.giveUp} />}
        </div>
      </td>
    </tr>
  );
}

function GiveUp({ id, action, commandId }: { id: string } & NonNullable<OpenCall['giveUp']>) {
  return (
    <details>
      <summary>Give up</summary>
      <form method="post" action={action}>
        <HiddenInputs values={{ commandId }} />
        <label className="form-label" htmlFor={`reason-${id}`}>
          Because
        </label>
        <input className="form-control" id={`reason-${id}`} name="reason" required />
        <button className="btn btn-sm" type="submit">
          Give up
        </button>
      </form>
    </details>
  );
}

// Page: records that have been kept as long as they have to be. Whoever has the right to it decides and signs; nothing goes by itself.
import { inputId, HiddenInputs } from '../controls/explained.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { SignatureFields } from '../parts/signature-fields.js';
import { Table } from '../parts/table.js';
import type { DueLine, RetentionPage as Props } from '../view-models/retention.js';
import { RefusalList, Summary } from '../parts/refusals.js';
import { When } from '../parts/when.js';

export function RetentionPage(props: Props) {
  const { frame, heading, rule, source, back, lines, next, done, refusals } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={heading} below={rule} back={back}>
        <a className="btn" href={source.href}>
          Rule, line {source.line}
        </a>
      </PageHeading>
      {refusals.length > 0 && (
        <Summary title={done === undefined ? 'Nothing was erased.' : 'Not everything was erased.'}>
          {done !== undefined && (
            <p>{done === 1 ? 'One record was erased.' : `${formats.count(done)} records were erased.`}</p>
          )}
          <RefusalList refusals={refusals} />
        </Summary>
      )}
      {lines.length === 0 ? (
        <div className="card db-list">
          <Empty title="Nothing is due.">
            As soon as a record has been kept as long as it has to be, it appears here.
          </Empty>
        </div>
      ) : (
        <Deciding {...props} formats={formats} />
      )}
      <Pagination before={{ href: undefined, title: 'Previous' }} after={{ href: next, title: 'More' }} />
    </Document>
  );
}

function Deciding(props: Props & { readonly formats: Formats }) {
  const { action, hidden, lines, erased, sign, reason, formats } = props;
  return (
    <form method="post" action={action} className="db-due">
      <HiddenInputs values={hidden} />
      <div className="card db-list mb-3">
        <Due lines={lines} formats={formats} />
      </div>
      {lines.some(({ held }) => held === undefined) && (
        <div className="card db-form">
          <div className="card-body">
            <fieldset className="db-sign" id={inputId('signature')}>
              <legend>What you sign</legend>
              <p>
                In the records you ticked, and in their history, this can never be read again:{' '}
                <strong>{erased.join(', ')}</strong>. Everything else stays, with your decision.
              </p>
              <SignatureFields {...sign} />
            </fieldset>
            <div className="db-field">
              <label className="form-label" htmlFor={inputId('reason')}>
                Reason
              </label>
              <textarea
                className="form-control"
                id={inputId('reason')}
                name="reason"
                rows={2}
                defaultValue={reason}
              />
              <div className="form-hint">If there is more to say than that the time is over.</div>
            </div>
          </div>
          <div className="card-footer db-form-foot">
            <button className="btn btn-primary" type="submit">
              Erase for good
            </button>
          </div>
        </div>
      )}
    </form>
  );
}

function Due({ lines, formats }: { readonly lines: readonly DueLine[]; readonly formats: Formats }) {
  return (
    <Table
      caption="Records that are due to be erased"
      heads={[{ text: 'Erase', at: 'hidden' }, 'Record', 'State', 'Counted from', 'Due since']}
    >
      {lines.map((line) => (
        <Row key={line.id} line={line} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ line, formats }: { readonly line: DueLine; readonly formats: Formats }) {
  const { href, name, state, from, due, held, input } = line;
  return (
    <tr>
      <td data-label="Erase">
        {held === undefined ? (
          <input
            className="form-check-input"
            type="checkbox"
            name={input.name}
            value={input.value}
            defaultChecked={input.checked}
            aria-label={`Erase ${name}`}
          />
        ) : (
          <span className="db-none">held</span>
        )}
      </td>
      <th scope="row" data-label="Record">
        <div>
          <a href={href}>{name}</a>
          {held !== undefined && <p className="db-call-why">{held}</p>}
        </div>
      </th>
      <td data-label="State">{state}</td>
      <td data-label="Counted from">
        <When at={from} formats={formats} />
      </td>
      <td data-label="Due since">
        <When at={due} formats={formats} />
      </td>
    </tr>
  );
}

// Page: the constants of an application, and a form for who may change some of them without a new version.
import { Errors, inputId, Mark, HiddenInputs } from '../controls/explained.js';
import { Document } from '../frame/document.js';
import { formatsFor, type Formats } from '../format.js';
import { Empty } from '../parts/empty.js';
import { PageHeading } from '../parts/page-heading.js';
import { Table } from '../parts/table.js';
import type {
  ConstantsForm,
  ConstantsInput,
  ConstantsPage as Props,
  ConstantRow,
} from '../view-models/constants.js';
import { RefusalList, Summary } from '../parts/refusals.js';
import { When } from '../parts/when.js';

export function ConstantsPage({ frame, back, constants, form, history, refusals }: Props) {
  const formats = formatsFor(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading="Constants"
        below="What rules, computed fields and calls go by. What was decided before a change stays as it was."
        back={back}
      />
      {refusals.length > 0 && (
        <Summary title="Nothing was changed.">
          <RefusalList refusals={refusals} />
        </Summary>
      )}
      <div className="card db-list mb-3">
        {constants.length === 0 ? (
          <Empty title="There are no constants.">Section 9 of the specification declares none.</Empty>
        ) : (
          <Current constants={constants} formats={formats} />
        )}
      </div>
      {form && <Form form={form} />}
      {history.length > 0 && <History history={history} formats={formats} />}
    </Document>
  );
}

function Current({
  constants,
  formats,
}: {
  readonly constants: readonly ConstantRow[];
  readonly formats: Formats;
}) {
  return (
    <Table caption="Constants" heads={['Constant', 'Now', 'Since', 'Later', 'Changed by']}>
      {constants.map((constant) => (
        <Row key={constant.key} constant={constant} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ constant, formats }: { readonly constant: ConstantRow; readonly formats: Formats }) {
  const { key, now, from, next, changedBy, source } = constant;
  return (
    <tr>
      <th scope="row" data-label="Constant">
        <a href={source.href}>{key}</a>
      </th>
      <td data-label="Now">
        <div>
          {now.map(({ of, text }, index) => (
            <p key={index} className="m-0">
              {of !== undefined && <span className="db-none">{of}: </span>}
              {text}
            </p>
          ))}
        </div>
      </td>
      <td data-label="Since">
        {from === undefined ? <span className="db-none">always</span> : formats.date(from)}
      </td>
      <td data-label="Later">
        <div>
          {next.length === 0 && <span className="db-none">nothing else</span>}
          {next.map((each) => (
            <p key={each.from} className="m-0">
              {each.text} from {formats.date(each.from)}
            </p>
          ))}
        </div>
      </td>
      <td data-label="Changed by">{changedBy ?? <span className="db-none">a new version</span>}</td>
    </tr>
  );
}

function Form({ form: { action, hidden, inputs, from, reason } }: { readonly form: ConstantsForm }) {
  return (
    <form className="card db-form mb-3" method="post" action={action} noValidate>
      <HiddenInputs values={hidden} />
      <div className="card-body">
        <h2 className="m-0">Change</h2>
        <p className="form-hint">Leave as it is what stays as it is.</p>
        {inputs.map((input) => (
          <Text key={input.name} input={input} />
        ))}
        <Text input={{ ...from, title: 'From which day on' }} type="date" />
        <div className="db-field">
          <label className="form-label" htmlFor={inputId(reason.name)}>
            Why
            <Mark required />
          </label>
          <textarea
            className="form-control"
            id={inputId(reason.name)}
            name={reason.name}
            rows={2}
            defaultValue={reason.value}
            aria-required
            aria-invalid={reason.errors.length > 0 || undefined}
          />
          {reason.errors.length > 0 && (
            <Errors id={`${inputId(reason.name)}-errors`} errors={reason.errors} />
          )}
        </div>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          Change
        </button>
      </div>
    </form>
  );
}

function Text({ input, type = 'text' }: { readonly input: ConstantsInput; readonly type?: 'text' | 'date' }) {
  const id = inputId(input.name);
  const wrong = input.errors.length > 0;
  return (
    <div className="db-field">
      <label className="form-label" htmlFor={id}>
        {input.title}
      </label>
      <input
        className="form-control"
        id={id}
        name={input.name}
        type={type}
        defaultValue={input.value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-errors` : undefined}
      />
      {wrong && <Errors id={`${id}-errors`} errors={input.errors} />}
    </div>
  );
}

function History({ history, formats }: Pick<Props, 'history'> & { readonly formats: Formats }) {
  return (
    <>
      <h2 id="changes">What was changed</h2>
      <div className="card db-list">
        <Table
          caption="What was changed"
          labelledBy="changes"
          heads={['Constant', 'Before', 'New', 'From', 'By', 'When', 'Why']}
        >
          {history.map(({ what, before, text, from, by, at, reason }, index) => (
            <tr key={index}>
              <th scope="row" data-label="Constant">
                {what}
              </th>
              <td data-label="Before">{before ?? <span className="db-none">nothing of its own</span>}</td>
              <td data-label="New">{text}</td>
              <td data-label="From">{formats.date(from)}</td>
              <td data-label="By">{by}</td>
              <td data-label="When">
                <When at={at} formats={formats} />
              </td>
              <td data-label="Why">{reason}</td>
            </tr>
          ))}
        </Table>
      </div>
    </>
  );
}

// Erasure is always a signed decision.
import { inputId } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import { SignatureFields } from '../parts/signature-fields.js';
import { Table } from '../parts/table.js';
import type { DueLine, RetentionPage as Props } from '../view-models/retention.js';
import { RefusalList, ProblemSummary } from '../parts/problem-summary.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function RetentionPage(props: Props) {
  const t = useMessages();
  const { frame, heading, rule, source, back, lines, next, done, refusals } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading heading={heading} below={rule} back={back}>
        <a className="btn" href={source.href}>
          {t('retention.ruleAt', { line: source.line })}
        </a>
      </PageHeading>
      {refusals.length > 0 && (
        <ProblemSummary
          title={done === undefined ? t('retention.nothingErased') : t('retention.notAllErased')}
        >
          {done !== undefined && <p>{t('retention.erased', { count: done })}</p>}
          <RefusalList refusals={refusals} />
        </ProblemSummary>
      )}
      {lines.length === 0 ? (
        <div className="card db-list">
          <EmptyState title={t('retention.nothingDue')}>{t('retention.nothingDueHint')}</EmptyState>
        </div>
      ) : (
        <Deciding {...props} formats={formats} />
      )}
      <Pagination
        before={{ href: undefined, title: t('page.previous') }}
        after={{ href: next, title: t('page.more') }}
      />
    </Document>
  );
}

function Deciding(props: Props & { readonly formats: Formats }) {
  const t = useMessages();
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
              <legend>{t('sign.what')}</legend>
              <p>{t.rich('retention.consequence', { fields: <strong>{erased.join(', ')}</strong> })}</p>
              <SignatureFields {...sign} />
            </fieldset>
            <div className="db-field">
              <label className="form-label" htmlFor={inputId('reason')}>
                {t('form.reason')}
              </label>
              <textarea
                className="form-control"
                id={inputId('reason')}
                name="reason"
                rows={2}
                defaultValue={reason}
              />
              <div className="form-hint">{t('retention.reasonHelp')}</div>
            </div>
          </div>
          {sign.before === undefined && (
            <div className="card-footer db-form-foot">
              <button className="btn btn-primary" type="submit">
                {t('retention.eraseForGood')}
              </button>
            </div>
          )}
        </div>
      )}
    </form>
  );
}

function Due({ lines, formats }: { readonly lines: readonly DueLine[]; readonly formats: Formats }) {
  const t = useMessages();
  return (
    <Table
      caption={t('retention.due')}
      heads={[
        { text: t('retention.erase'), at: 'hidden' },
        t('page.record'),
        t('page.state'),
        t('retention.countedFrom'),
        t('retention.dueSince'),
      ]}
    >
      {lines.map((line) => (
        <Row key={line.id} line={line} formats={formats} />
      ))}
    </Table>
  );
}

function Row({ line, formats }: { readonly line: DueLine; readonly formats: Formats }) {
  const t = useMessages();
  const { href, name, state, from, due, held, input } = line;
  return (
    <tr>
      <td data-label={t('retention.erase')}>
        {held === undefined ? (
          <input
            className="form-check-input"
            type="checkbox"
            name={input.name}
            value={input.value}
            defaultChecked={input.checked}
            aria-label={t('retention.eraseNamed', { name })}
          />
        ) : (
          <span className="db-none">{t('retention.held')}</span>
        )}
      </td>
      <th scope="row" data-label={t('page.record')}>
        <div>
          <a href={href}>{name}</a>
          {held !== undefined && <p className="db-call-why">{held}</p>}
        </div>
      </th>
      <td data-label={t('page.state')}>{state}</td>
      <td data-label={t('retention.countedFrom')}>
        <Timestamp at={from} formats={formats} />
      </td>
      <td data-label={t('retention.dueSince')}>
        <Timestamp at={due} formats={formats} />
      </td>
    </tr>
  );
}

import { InputErrorList, inputId, RequiredMark } from '../controls/input-help-and-errors.js';
import { HiddenInputs } from '../controls/hidden-inputs.js';
import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { EmptyState } from '../parts/empty-state.js';
import { PageHeading } from '../parts/page-heading.js';
import { Table } from '../parts/table.js';
import type {
  ConstantsDay,
  ConstantsForm,
  ConstantsInput,
  ConstantsPage as Props,
  ConstantRow,
} from '../view-models/constants.js';
import { RefusalList, ProblemSummary } from '../parts/problem-summary.js';
import { Timestamp } from '../parts/timestamp.js';
import { useMessages } from '../messages/use-messages.js';

export function ConstantsPage({ frame, back, action, past, constants, form, history, refusals }: Props) {
  const t = useMessages();
  const formats = createFormats(frame.locale, frame.timeZone);
  return (
    <Document frame={frame}>
      <PageHeading
        heading={t('constants.title')}
        below={past ? <OnDay past={past} formats={formats} /> : t('constants.hint')}
        back={back}
      />
      <form className="db-moment mb-3" role="search" method="get" action={action}>
        <label htmlFor="day">{t('constants.day')}</label>
        <input
          className="form-control form-control-sm"
          type="date"
          id="day"
          name="at"
          defaultValue={past?.day ?? ''}
        />
        <button className="btn btn-sm" type="submit">
          {t('past.show')}
        </button>
        {past && <a href={action}>{t('constants.today')}</a>}
      </form>
      {refusals.length > 0 && (
        <ProblemSummary title={t('constants.notChanged')}>
          <RefusalList refusals={refusals} />
        </ProblemSummary>
      )}
      <div className="card db-list mb-3">
        {constants.length === 0 ? (
          <EmptyState title={t('constants.none')}>{t('constants.noneHint')}</EmptyState>
        ) : (
          <Values constants={constants} past={past} formats={formats} />
        )}
      </div>
      {form && <Form form={form} />}
      {history.length > 0 && <History history={history} formats={formats} />}
    </Document>
  );
}

function OnDay({
  past: { day, version, href, isBeforeFirst },
  formats,
}: {
  readonly past: ConstantsDay;
  readonly formats: Formats;
}) {
  const t = useMessages();
  const words = { day: formats.date(day) };
  return (
    <>
      {t(isBeforeFirst ? 'constants.notPublishedOn' : 'constants.heldOn', words)}{' '}
      <a href={href}>{t('constants.byPublished', { version })}</a>
    </>
  );
}

interface ValuesProps {
  readonly constants: readonly ConstantRow[];
  readonly past: ConstantsDay | undefined;
  readonly formats: Formats;
}

function Values({ constants, past, formats }: ValuesProps) {
  const t = useMessages();
  const held = past ? t('constants.onDay', { day: formats.date(past.day) }) : t('constants.now');
  return (
    <Table
      caption={t('constants.title')}
      heads={[
        t('constants.constant'),
        held,
        t('constants.since'),
        t('constants.earlier'),
        t('constants.later'),
        t('constants.changedBy'),
      ]}
    >
      {constants.map((constant) => (
        <Row key={constant.key} constant={constant} label={held} formats={formats} />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly constant: ConstantRow;
  /** Of the column of values. */
  readonly label: string;
  readonly formats: Formats;
}

function Row({ constant, label, formats }: RowProps) {
  const t = useMessages();
  const { title, held, from, earlier, next, changedBy, source } = constant;
  return (
    <tr>
      <th scope="row" data-label={t('constants.constant')}>
        <a href={source.href}>{title}</a>
      </th>
      <td data-label={label}>
        <div>
          {held.map(({ of, text }, index) => (
            <p key={index} className="m-0">
              {of !== undefined && <span className="db-none">{of}: </span>}
              {text}
            </p>
          ))}
        </div>
      </td>
      <td data-label={t('constants.since')}>
        {from === undefined ? <span className="db-none">{t('constants.always')}</span> : formats.date(from)}
      </td>
      <td data-label={t('constants.earlier')}>
        <div>
          {earlier.length === 0 && <span className="db-none">{t('constants.noneEarlier')}</span>}
          {earlier.map((each) => (
            <p key={each.from ?? ''} className="m-0">
              {each.from === undefined
                ? t('constants.fromStart', { value: each.text })
                : t('constants.fromDay', { value: each.text, day: formats.date(each.from) })}
            </p>
          ))}
        </div>
      </td>
      <td data-label={t('constants.later')}>
        <div>
          {next.length === 0 && <span className="db-none">{t('constants.noChangePlanned')}</span>}
          {next.map((each) => (
            <p key={each.from} className="m-0">
              {t('constants.fromDay', { value: each.text, day: formats.date(each.from) })}
            </p>
          ))}
        </div>
      </td>
      <td data-label={t('constants.changedBy')}>
        {changedBy ?? <span className="db-none">{t('constants.byVersion')}</span>}
      </td>
    </tr>
  );
}

function Form({ form: { action, hidden, inputs, from, reason } }: { readonly form: ConstantsForm }) {
  const t = useMessages();
  return (
    <form className="card db-form mb-3" method="post" action={action} noValidate>
      <HiddenInputs values={hidden} />
      <div className="card-body">
        <h2 className="m-0">{t('constants.change')}</h2>
        <p className="form-hint">{t('constants.changeHint')}</p>
        {inputs.map((input) => (
          <Text key={input.name} input={input} />
        ))}
        <Text input={{ ...from, title: t('constants.from') }} type="date" />
        <div className="db-field">
          <label className="form-label" htmlFor={inputId(reason.name)}>
            {t('form.reason')}
            <RequiredMark required />
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
            <InputErrorList id={`${inputId(reason.name)}-errors`} errors={reason.errors} />
          )}
        </div>
      </div>
      <div className="card-footer db-form-foot">
        <button className="btn btn-primary" type="submit">
          {t('constants.change')}
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
      {wrong && <InputErrorList id={`${id}-errors`} errors={input.errors} />}
    </div>
  );
}

function History({ history, formats }: Pick<Props, 'history'> & { readonly formats: Formats }) {
  const t = useMessages();
  return (
    <>
      <h2 id="changes">{t('constants.changes')}</h2>
      <div className="card db-list">
        <Table
          caption={t('constants.changes')}
          labelledBy="changes"
          heads={[
            t('constants.constant'),
            t('constants.before'),
            t('constants.new'),
            t('constants.validFrom'),
            t('constants.by'),
            t('constants.when'),
            t('form.reason'),
          ]}
        >
          {history.map(({ what, before, text, from, by, at, reason }, index) => (
            <tr key={index}>
              <th scope="row" data-label={t('constants.constant')}>
                {what}
              </th>
              <td data-label={t('constants.before')}>
                {before ?? <span className="db-none">{t('constants.nothingBefore')}</span>}
              </td>
              <td data-label={t('constants.new')}>{text}</td>
              <td data-label={t('constants.validFrom')}>{formats.date(from)}</td>
              <td data-label={t('constants.by')}>{by}</td>
              <td data-label={t('constants.when')}>
                <Timestamp at={at} formats={formats} />
              </td>
              <td data-label={t('form.reason')}>{reason}</td>
            </tr>
          ))}
        </Table>
      </div>
    </>
  );
}
